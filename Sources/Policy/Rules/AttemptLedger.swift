import Store

/// The arithmetic of attempts: who may try when, and what each try costs. Knows no store and reads no clock.
///
/// Limits belong to the record: those of an evaluation can be stricter and then stay, until the right passcode is given under
/// other ones.
struct AttemptLedger {
  let rules: PolicyRules
  let now: Moment

  private func rules(for attempts: AttemptState) -> PolicyRules { rules.tightened(by: attempts.limits) }

  /// Keeps the limits under which an attempt is made.
  private func keepLimits(_ attempts: inout AttemptState) { attempts.limits = rules(for: attempts).limits }

  // MARK: - Face

  /// Why no face may be compared now; `nil` when one may.
  ///
  /// The order is the one in which the reasons are told to the person: the lock first, then what is due.
  func biometryBlock(_ record: UserRecord) -> PasscodeReason? {
    let attempts = record.attempts
    let rules = rules(for: attempts)
    if attempts.failedMatches >= rules.failedMatchLimit { return .lockedOut }
    if let limit = rules.undecidedLimit, attempts.undecidedTries >= limit { return .undecidedTooOften }
    if let seconds = matchDelay(attempts) { return .waiting(seconds: seconds) }
    // Whoever can shift a clock must not gain anything by it, whatever the rules say about restarts.
    let moments = [attempts.lastFailedMatch, attempts.lastPasscode, attempts.lastBiometric]
    let disagree = moments.contains { $0.map { now.passage(since: $0) } == .clocksDisagree }
    if disagree, record.passcodeVerifier != nil { return .clocksDisagree }
    // Nothing can be due from a passcode that does not exist; its absence is an error of its own.
    return record.passcodeVerifier == nil ? nil : passcodeDue(attempts)
  }

  /// Seconds until the next match is allowed.
  private func matchDelay(_ attempts: AttemptState) -> Double? {
    let rules = rules(for: attempts)
    guard let free = rules.failedMatchesBeforeDelay, attempts.failedMatches >= free else { return nil }
    guard let last = attempts.lastFailedMatch, let passed = now.seconds(since: last) else {
      // After a restart the passcode is due anyway; where that rule is off, the lock of the count remains.
      return nil
    }
    return passed < rules.matchDelaySeconds ? rules.matchDelaySeconds - passed : nil
  }

  private func passcodeDue(_ attempts: AttemptState) -> PasscodeReason? {
    let rules = rules(for: attempts)
    guard let sincePasscode = attempts.lastPasscode.flatMap({ now.seconds(since: $0) }) else {
      // Never used, or used before a restart: without this rule no time can be measured, so only it can be asked.
      return rules.passcodeAfterRestart ? .restarted : nil
    }
    let sinceFace = attempts.lastBiometric.flatMap { now.seconds(since: $0) } ?? .infinity
    if let limit = rules.unlockAgeLimitSeconds, min(sincePasscode, sinceFace) > limit {
      return .notUsedFor(hours: limit / 3_600)
    }
    if let limit = rules.passcodeAgeLimitSeconds, sincePasscode > limit,
      sinceFace > rules.biometricAgeLimitSeconds
    {
      return .passcodeNotUsedFor(hours: limit / 3_600)
    }
    return nil
  }

  /// Matches that remain before biometry locks.
  func attemptsLeft(_ attempts: AttemptState) -> Int {
    max(0, rules(for: attempts).failedMatchLimit - attempts.failedMatches)
  }

  /// Counts a match as failed before it runs.
  func chargeMatch(_ attempts: inout AttemptState) {
    keepLimits(&attempts)
    attempts.failedMatches += 1
    attempts.lastFailedMatch = now
  }

  /// Counts a try that has shown the enrolled face as undecided, before it is known how it ends.
  func chargeUndecided(_ attempts: inout AttemptState) {
    keepLimits(&attempts)
    attempts.undecidedTries += 1
  }

  /// Takes one charge back where nothing could be compared.
  ///
  /// - Parameter before: What the charge was made on.
  func returnMatch(_ attempts: inout AttemptState, chargedOn before: AttemptState) {
    attempts.failedMatches = max(0, attempts.failedMatches - 1)
    if attempts.failedMatches == before.failedMatches { attempts.lastFailedMatch = before.lastFailedMatch }
  }

  /// Takes the failures back after a match.
  func recordMatch(_ attempts: inout AttemptState) {
    attempts.failedMatches = 0
    attempts.undecidedTries = 0
    attempts.lastFailedMatch = nil
    attempts.lastBiometric = now
  }

  // MARK: - Passcode

  /// Whether a passcode may be tried.
  enum PasscodeStanding: Equatable {
    case allowed
    case delayed(seconds: Double)
    /// No passcode is accepted any more.
    case exhausted
  }

  /// Whether a passcode may be tried now. Starts a running delay anew after a restart, because no clock can tell how
  /// much of it has passed.
  func passcodeStanding(_ attempts: inout AttemptState) -> PasscodeStanding {
    let rules = rules(for: attempts)
    if let limit = rules.failedPasscodeLimit, attempts.failedPasscodes >= limit { return .exhausted }
    let delay = rules.passcodeDelay(afterFailures: attempts.failedPasscodes)
    guard delay > 0 else { return .allowed }
    guard let start = attempts.passcodeDelayStart, let passed = now.seconds(since: start) else {
      attempts.passcodeDelayStart = now
      return .delayed(seconds: delay)
    }
    return passed < delay ? .delayed(seconds: delay - passed) : .allowed
  }

  /// Counts a passcode as wrong before it is compared, and starts the pause that would follow.
  ///
  /// - Returns: The seconds of that pause.
  @discardableResult
  func chargePasscode(_ attempts: inout AttemptState) -> Double {
    keepLimits(&attempts)
    attempts.failedPasscodes += 1
    let delay = rules(for: attempts).passcodeDelay(afterFailures: attempts.failedPasscodes)
    attempts.passcodeDelayStart = delay > 0 ? now : nil
    return delay
  }

  /// Takes one charge back where nothing could be compared.
  ///
  /// - Parameter before: What the charge was made on.
  func returnPasscode(_ attempts: inout AttemptState, chargedOn before: AttemptState) {
    attempts.failedPasscodes = max(0, attempts.failedPasscodes - 1)
    // Where others were charged meanwhile, their pause stays.
    if attempts.failedPasscodes == before.failedPasscodes {
      attempts.passcodeDelayStart = before.passcodeDelayStart
    }
  }

  /// Takes all failures back after the right passcode, whose owner may choose other limits.
  func recordPasscode(_ attempts: inout AttemptState) {
    attempts.limits = rules.limits
    attempts.failedPasscodes = 0
    attempts.passcodeDelayStart = nil
    attempts.failedMatches = 0
    attempts.undecidedTries = 0
    attempts.lastFailedMatch = nil
    attempts.lastPasscode = now
  }
}
