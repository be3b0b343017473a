import Store

/// Compares passcodes with the stored verifier, counting each try before it is made.
struct PasscodeGate: Sendable {
  let store: any Store
  let clock: any Clock
  let rules: PolicyRules

  /// What came of a try.
  enum Verdict: Sendable, Equatable {
    case right
    case refused(PasscodeRefusal)
  }

  /// What a try would meet, without making one.
  ///
  /// - Returns: `nil` when a passcode would be compared.
  func obstacle(_ user: String) throws(StoreError) -> PasscodeRefusal? {
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
      case refused(PasscodeRefusal)
    }
    let charge: Charge = try store.update(user) { (record) throws(StoreError) in
      guard var known = record, let verifier = known.passcodeVerifier else { return .refused(.notSet) }
      let ledger = AttemptLedger(rules: rules, now: clock.now())
      let standing = ledger.passcodeStanding(&known.attempts)
      defer { record = known }
      if let obstacle = Self.obstacle(standing) { return .refused(obstacle) }
      return .charged(verifier: verifier, delay: ledger.chargePasscode(&known.attempts))
    }
    switch charge {
    case .refused(let refusal):
      return .refused(refusal)
    case .charged(let verifier, let delay):
      guard PasscodeHash.verify(passcode, against: verifier) else {
        return .refused(.wrong(delaySeconds: delay))
      }
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

  private static func obstacle(_ standing: AttemptLedger.PasscodeStanding) -> PasscodeRefusal? {
    switch standing {
    case .allowed: nil
    case .delayed(let seconds): .delayed(seconds: seconds)
    case .exhausted: .exhausted
    }
  }
}
