import Store

/// Compares passcodes with the stored verifier, counting each try before it is made.
struct PasscodeGate: Sendable {
  let store: any Store
  let clock: any Clock
  let rules: PolicyRules
  let audit: AuditLog?

  /// What came of a try.
  enum Verdict: Sendable, Equatable {
    /// The record as it stands since.
    case right(UserRecord)
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

  /// A try that is counted.
  private struct Charge {
    let verifier: String
    /// Whether the verifier was made of the normal form.
    let isNormal: Bool
    /// The attempts before it.
    let before: AttemptState
    /// The pause that follows a wrong passcode, in seconds.
    let delay: Double
  }

  /// Compares one passcode.
  ///
  /// The try is on disk as a failure before the comparison begins; only the right passcode takes it back, and a comparison
  /// that could not be made.
  ///
  /// - Parameters:
  ///   - reason: What it is asked for, for the log.
  ///   - evaluation: The evaluation that it belongs to, for the log.
  /// - Throws: `StoreError.outOfMemory` and others where nothing could be compared; nothing is counted then.
  func attempt(
    _ passcode: [UInt8], user: String, reason: String = "", evaluation: UInt64? = nil
  ) throws(StoreError) -> Verdict {
    let charge: Charge
    let normal = Result { () throws(PasscodeFault) in try OpaqueString.prepared(passcode) }
    switch try charged(user, normal) {
    case .failure(let refusal): return .refused(refusal)
    case .success(let made): charge = made
    }
    var entry = AuditEntry(at: clock.now(), event: .charge, user: user, outcome: "charged")
    (entry.method, entry.evaluation) = (.passcode, evaluation)
    entry.note(reason: reason)
    // A log that cannot be written to is told when the outcome is written, and does not keep the owner out.
    try? audit?.append(entry)

    let isRight: Bool
    var candidate = charge.isNormal ? (try? normal.get()) ?? [] : passcode
    defer { Sodium.wipe(&candidate) }
    do throws(StoreError) {
      isRight = try PasscodeHash.verify(candidate, against: charge.verifier)
    } catch {
      try takeBack(charge, user)
      throw error
    }
    guard isRight else { return .refused(.wrong(delaySeconds: charge.delay)) }
    return try store.update(user) { (record) throws(StoreError) in
      guard var known = record, known.passcodeVerifier == charge.verifier else {
        throw .changedMeanwhile(user: user)
      }
      AttemptLedger(rules: rules, now: clock.now()).recordPasscode(&known.attempts)
      // From here on it may be typed in any form.
      if case .success(passcode) = normal { known.passcodeIsNormal = true }
      record = known
      return .right(known)
    }
  }

  /// - Parameter normal: The passcode in normal form, or why it has none.
  private func charged(
    _ user: String, _ normal: Result<[UInt8], PasscodeFault>
  ) throws(StoreError) -> Result<Charge, PasscodeRefusal> {
    try store.update(user) { (record) throws(StoreError) in
      guard var known = record, let verifier = known.passcodeVerifier else { return .failure(.notSet) }
      let ledger = AttemptLedger(rules: rules, now: clock.now())
      let standing = ledger.passcodeStanding(&known.attempts)
      defer { record = known }
      if let obstacle = Self.obstacle(standing) { return .failure(obstacle) }
      if known.passcodeIsNormal, case .failure(let fault) = normal { return .failure(.unusable(fault)) }
      let before = known.attempts
      let delay = ledger.chargePasscode(&known.attempts)
      return .success(
        Charge(verifier: verifier, isNormal: known.passcodeIsNormal, before: before, delay: delay))
    }
  }

  /// Takes a charge back, unless the passcode is another one by now.
  private func takeBack(_ charge: Charge, _ user: String) throws(StoreError) {
    try store.update(user) { (record) throws(StoreError) in
      guard record?.passcodeVerifier == charge.verifier, var attempts = record?.attempts else { return }
      AttemptLedger(rules: rules, now: clock.now()).returnPasscode(&attempts, chargedOn: charge.before)
      record?.attempts = attempts
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
