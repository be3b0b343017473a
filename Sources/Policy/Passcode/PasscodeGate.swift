import Store

/// Compares passcodes with the stored verifier, counting each try before it is made.
struct PasscodeGate: Sendable {
  let store: any Store
  let clock: any Clock
  let rules: PolicyRules

  /// What came of a try.
  enum Verdict: Sendable, Equatable {
    case right
    /// Wrong; `delay` seconds have to pass before the next one.
    case wrong(delay: Double)
    /// Not compared: `seconds` of a pause remain.
    case delayed(seconds: Double)
    /// Not compared: none is accepted any more.
    case exhausted
    /// There is no passcode.
    case notSet

    /// One sentence for the person; nothing for success.
    var sentence: String? {
      switch self {
      case .right: nil
      case .wrong(let delay):
        delay > 0
          ? "The passcode is wrong; the next one is accepted in \(Self.duration(delay))."
          : "The passcode is wrong."
      case .delayed(let seconds):
        "After too many wrong passcodes the next one is accepted in \(Self.duration(seconds))."
      case .exhausted:
        "After too many wrong passcodes none is accepted any more; remove the user and enrol again."
      case .notSet: "No passcode is set."
      }
    }

    private static func duration(_ seconds: Double) -> String {
      let whole = Int(seconds.rounded(.up))
      return whole < 120 ? "\(whole) s" : "\((whole + 59) / 60) min"
    }
  }

  /// What a try would meet, without making one.
  ///
  /// - Returns: Nothing when a passcode would be compared.
  func obstacle(_ user: String) throws(StoreError) -> Verdict? {
    try store.update(user) { (record) throws(StoreError) in
      guard var known = record, known.passcodeVerifier != nil else { return .notSet }
      let standing = AttemptLedger(rules: rules, now: clock.now()).passcodeStanding(&known.attempts)
      record = known
      return Self.obstacle(standing)
    }
  }

  /// Compares one passcode.
  ///
  /// The try is on disk as a failure before the comparison begins; only the right passcode takes it back.
  func attempt(_ passcode: [UInt8], user: String) throws(StoreError) -> Verdict {
    enum Charge {
      case charged(verifier: String, delay: Double)
      case refused(Verdict)
    }
    let charge: Charge = try store.update(user) { (record) throws(StoreError) in
      guard var known = record, let verifier = known.passcodeVerifier else { return .refused(.notSet) }
      let ledger = AttemptLedger(rules: rules, now: clock.now())
      let standing = ledger.passcodeStanding(&known.attempts)
      defer { record = known }
      if let obstacle = Self.obstacle(standing) { return .refused(obstacle) }
      ledger.chargePasscode(&known.attempts)
      return .charged(
        verifier: verifier, delay: rules.passcodeDelay(afterFailures: known.attempts.failedPasscodes))
    }
    switch charge {
    case .refused(let verdict):
      return verdict
    case .charged(let verifier, let delay):
      guard PasscodeHash.verify(passcode, against: verifier) else { return .wrong(delay: delay) }
      try store.update(user) { (record) throws(StoreError) in
        guard var known = record, known.passcodeVerifier == verifier else {
          throw .changedMeanwhile(user: user)
        }
        AttemptLedger(rules: rules, now: clock.now()).recordPasscode(&known.attempts)
        record = known
      }
      return .right
    }
  }

  private static func obstacle(_ standing: AttemptLedger.PasscodeStanding) -> Verdict? {
    switch standing {
    case .allowed: nil
    case .delayed(let seconds): .delayed(seconds: seconds)
    case .exhausted: .exhausted
    }
  }
}
