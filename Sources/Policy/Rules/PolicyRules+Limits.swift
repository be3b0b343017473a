import Store

extension PolicyRules {
  /// What of the rules belongs to a record once it has met them.
  public var limits: AttemptLimits {
    AttemptLimits(
      failedMatches: failedMatchLimit, failedMatchesBeforeDelay: failedMatchesBeforeDelay,
      matchDelaySeconds: matchDelaySeconds, undecidedTries: undecidedLimit,
      failedPasscodes: failedPasscodeLimit, passcodeDelaysSeconds: passcodeDelaysSeconds,
      passcodeAfterRestart: passcodeAfterRestart, unlockAgeSeconds: unlockAgeLimitSeconds,
      passcodeAgeSeconds: passcodeAgeLimitSeconds, biometricAgeSeconds: biometricAgeLimitSeconds)
  }

  /// The same rules as far as they grant no more than the limits of a record: the stricter of both for each.
  ///
  /// - Parameter limits: `nil` for a record that has none.
  public func tightened(by limits: AttemptLimits?) -> PolicyRules {
    guard let limits else { return self }
    var rules = self
    rules.failedMatchLimit = min(failedMatchLimit, limits.failedMatches)
    rules.failedMatchesBeforeDelay = Self.least(failedMatchesBeforeDelay, limits.failedMatchesBeforeDelay)
    rules.matchDelaySeconds = max(matchDelaySeconds, limits.matchDelaySeconds)
    rules.undecidedLimit = Self.least(undecidedLimit, limits.undecidedTries)
    rules.failedPasscodeLimit = Self.least(failedPasscodeLimit, limits.failedPasscodes)
    var kept = self
    kept.passcodeDelaysSeconds = limits.passcodeDelaysSeconds
    let count = max(passcodeDelaysSeconds.count, limits.passcodeDelaysSeconds.count)
    rules.passcodeDelaysSeconds = (0..<count).map { index in
      max(passcodeDelay(afterFailures: index + 1), kept.passcodeDelay(afterFailures: index + 1))
    }
    rules.passcodeAfterRestart = passcodeAfterRestart || limits.passcodeAfterRestart
    rules.unlockAgeLimitSeconds = Self.least(unlockAgeLimitSeconds, limits.unlockAgeSeconds)
    rules.passcodeAgeLimitSeconds = Self.least(passcodeAgeLimitSeconds, limits.passcodeAgeSeconds)
    rules.biometricAgeLimitSeconds = min(biometricAgeLimitSeconds, limits.biometricAgeSeconds)
    return rules
  }

  /// The lower of two limits, of which either may be none.
  private static func least<Limit: Comparable>(_ one: Limit?, _ other: Limit?) -> Limit? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
