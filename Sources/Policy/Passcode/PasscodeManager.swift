import Store

/// Sets, changes and removes passcodes, and lets through whoever knows one.
public struct PasscodeManager: Sendable {
  private let store: any Store
  private let clock: any Clock
  private let rules: PolicyRules
  private let audit: AuditLog?
  private let limits: PasscodeHash.Limits

  public init(
    store: any Store, clock: any Clock = SystemClock(), rules: PolicyRules = .faceID, audit: AuditLog? = nil
  ) {
    self.init(store: store, clock: clock, rules: rules, audit: audit, limits: .moderate)
  }

  package init(
    store: any Store, clock: any Clock, rules: PolicyRules, audit: AuditLog?, limits: PasscodeHash.Limits
  ) {
    self.store = store
    self.clock = clock
    self.rules = rules
    self.audit = audit
    self.limits = limits
  }

  /// Sets the first passcode of a person, who need not have a record yet.
  public func set(user: String, prompt: some PasscodePrompt) throws(PasscodeError) {
    defer { prompt.finish() }
    guard PlainText.isName(user) else { throw .store(.invalidName(user)) }
    try audited(.passcodeSet, user) { () throws(PasscodeError) in
      guard try record(of: user)?.passcodeVerifier == nil else { throw .alreadySet(user: user) }
      let verifier = try newVerifier(user, prompt)
      let isSet = try updating(user) { (record, now) in
        var known = record ?? UserRecord(name: user)
        // Another process may have been faster; its passcode stays.
        guard known.passcodeVerifier == nil else { return false }
        known.passcodeVerifier = verifier
        known.passcodeIsNormal = true
        AttemptLedger(rules: rules, now: now).recordPasscode(&known.attempts)
        record = known
        return true
      }
      guard isSet else { throw .alreadySet(user: user) }
    }
  }

  /// Changes the passcode of a person who knows the present one.
  public func change(user: String, prompt: some PasscodePrompt) throws(PasscodeError) {
    defer { prompt.finish() }
    try audited(.passcodeChange, user) { () throws(PasscodeError) in
      let present = try authorise(user: user, prompt: prompt, reason: "")
      let verifier = try newVerifier(user, prompt)
      let isChanged = try updating(user) { (record, _) in
        guard record?.passcodeVerifier == present else { return false }
        record?.passcodeVerifier = verifier
        record?.passcodeIsNormal = true
        return true
      }
      guard isChanged else { throw .store(.changedMeanwhile(user: user)) }
    }
  }

  /// Removes the passcode of a person who knows it, and with it what depends on it: enrolment, binding, all secrets.
  ///
  /// Without a passcode anybody could set a new one, and would be let in to what is still there.
  public func clear(user: String, prompt: some PasscodePrompt) throws(PasscodeError) {
    defer { prompt.finish() }
    try audited(.passcodeRemoval, user) { () throws(PasscodeError) in
      let present = try authorise(user: user, prompt: prompt, reason: "")
      let isCleared = try updating(user) { (record, _) in
        guard record?.passcodeVerifier == present else { return false }
        record = nil
        return true
      }
      guard isCleared else { throw .store(.changedMeanwhile(user: user)) }
    }
  }

  /// Removes all that is kept about a person, without asking.
  ///
  /// Whoever may write the store's folder could as well delete it, so the passcode would protect nothing here.
  public func removeUser(_ user: String) throws(PasscodeError) {
    try audited(.userRemoval, user) { () throws(PasscodeError) in
      let isRemoved = try updating(user) { (record, _) in
        defer { record = nil }
        return record != nil
      }
      guard isRemoved else { throw .store(.unknownUser(user)) }
    }
  }

  /// Asks for the passcode until it is right.
  ///
  /// - Parameter reason: What it is asked for, in words for the person.
  /// - Returns: The verifier that it matched.
  @discardableResult
  func authorise(
    user: String, prompt: some PasscodePrompt, reason: String
  ) throws(PasscodeError) -> String {
    let gate = PasscodeGate(store: store, clock: clock, rules: rules, audit: audit)
    for wrongAnswers in 0..<rules.passcodeTriesPerEvaluation {
      if let obstacle = try check({ () throws(StoreError) in try gate.obstacle(user) }) {
        throw obstacle == .notSet ? .notSet(user: user) : .refused(obstacle)
      }
      var passcode = try ask(
        PasscodeRequest(
          user: user, purpose: .authentication(nil), reason: reason, wrongAnswers: wrongAnswers), prompt)
      defer { Sodium.wipe(&passcode) }
      let verdict = try check { () throws(StoreError) in
        try gate.attempt(passcode, user: user, reason: reason)
      }
      switch verdict {
      case .right(let record):
        guard let verifier = record.passcodeVerifier else { throw .notSet(user: user) }
        return verifier
      case .refused(.wrong(let delay))
      where delay == 0 && wrongAnswers + 1 < rules.passcodeTriesPerEvaluation:
        continue
      case .refused(.notSet): throw .notSet(user: user)
      case .refused(let refusal): throw .refused(refusal)
      }
    }
    throw .refused(.wrong(delaySeconds: 0))
  }

  // MARK: - Steps

  /// Asks for a new passcode twice and makes its verifier.
  private func newVerifier(_ user: String, _ prompt: some PasscodePrompt) throws(PasscodeError) -> String {
    var first = try ask(PasscodeRequest(user: user, purpose: .newPasscode), prompt)
    defer { Sodium.wipe(&first) }
    first = try normal(first)
    try checkSuitable(first)
    if prompt.repeatsNewPasscode {
      var second = try ask(PasscodeRequest(user: user, purpose: .repeatedPasscode), prompt)
      defer { Sodium.wipe(&second) }
      guard first == (try? OpaqueString.prepared(second)) else { throw .differs }
    }
    do throws(StoreError) {
      return try PasscodeHash.make(first, limits: limits)
    } catch {
      throw .store(error)
    }
  }

  /// The passcode in the form in which it is kept and compared.
  private func normal(_ passcode: [UInt8]) throws(PasscodeError) -> [UInt8] {
    do throws(PasscodeFault) {
      return try OpaqueString.prepared(passcode)
    } catch {
      throw .unsuitable(.unusable(error))
    }
  }

  private func checkSuitable(_ passcode: [UInt8]) throws(PasscodeError) {
    guard passcode.count <= PasscodeLimits.maximumByteCount else {
      throw .unsuitable(.tooLong(limit: PasscodeLimits.maximumByteCount))
    }
    // Characters without decoding, which would leave a copy of the passcode: all bytes but continuations of UTF-8.
    let length = passcode.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    guard length >= rules.minimumPasscodeLength else {
      throw .unsuitable(.tooShort(minimum: rules.minimumPasscodeLength))
    }
  }

  private func ask(_ request: PasscodeRequest, _ prompt: some PasscodePrompt) throws(PasscodeError) -> [UInt8]
  {
    var answer = prompt.passcode(request)
    if let passcode = answer.take() { return passcode }
    switch answer {
    case .cancelled, .useFallback: throw .cancelled
    case .systemCancelled: throw .systemCancelled
    case .passcode, .unattended: throw .refused(.notGiven)
    case .refused(let refusal): throw .refused(refusal)
    }
  }

  // MARK: - Store

  private func record(of user: String) throws(PasscodeError) -> UserRecord? {
    try check { () throws(StoreError) in try store.record(of: user) }
  }

  private func updating(
    _ user: String, _ body: (inout UserRecord?, Moment) -> Bool
  ) throws(PasscodeError) -> Bool {
    let now = clock.now()
    return try check { () throws(StoreError) in
      try store.update(user) { (record) throws(StoreError) in body(&record, now) }
    }
  }

  private func check<Result>(_ body: () throws(StoreError) -> Result) throws(PasscodeError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  /// Runs `body` and writes down how it ended.
  private func audited(
    _ event: AuditEntry.Event, _ user: String, _ body: () throws(PasscodeError) -> Void
  ) throws(PasscodeError) {
    do throws(PasscodeError) {
      try body()
    } catch {
      // The failure is what counts; one that cannot be written down does not hide it.
      try? audit?.append(
        AuditEntry(
          at: clock.now(), event: event, user: user, outcome: error.auditName,
          reasons: [error.description]))
      throw error
    }
    try check { () throws(StoreError) in
      try audit?.append(AuditEntry(at: clock.now(), event: event, user: user, outcome: "success"))
    }
  }
}
