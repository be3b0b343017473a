import Capture
import Findings
import Matching
import Store

/// One evaluation from its first look at the record to its outcome: carries out the steps of the machine.
struct EvaluationRun<Source: FrameSource, Reader: FaceReading, Prompt: PasscodePrompt> {
  private let evaluator: PolicyEvaluator
  private let request: AuthenticationRequest
  private let user: String
  private var frames: Source
  private var reader: Reader
  private let prompt: Prompt
  /// The most that a comparison can be worth here.
  private let highestAssurance: Assurance

  private var machine: EvaluationMachine
  private var interruption: Interruption
  /// Its number in the record; `nil` before it took one.
  private(set) var evaluation: UInt64?
  /// What a success is for, once there is one.
  private var binding: ReleaseBinding?
  /// SHA-256 of the embedding model; `nil` where no face can be compared.
  private var modelHash: String? { evaluator.threshold == nil ? nil : reader.modelHash }
  private var tries: [Try] = []
  private var obstacles: [Obstacle] = []
  private var attemptsLeft: Int?
  private var allowedComparisons = 0

  init(
    evaluator: PolicyEvaluator, request: AuthenticationRequest, user: String, frames: Source, reader: Reader,
    limit: Assurance, prompt: Prompt
  ) {
    self.evaluator = evaluator
    self.request = request
    self.user = user
    self.frames = frames
    self.reader = reader
    self.prompt = prompt
    highestAssurance = min(limit, reader.requirement.assurance)
    machine = EvaluationMachine(
      policy: request.policy, rules: evaluator.rules, hidesFallback: request.fallbackTitle == "")
    interruption = Interruption(
      cancellation: request.cancellation, store: evaluator.store, user: user, evaluation: 0)
  }

  /// Runs the evaluation.
  mutating func outcome() -> Outcome {
    do throws(StoreError) {
      var step = try begin()
      while true {
        switch step {
        case .capture: step = machine.advance(try capture())
        case .offer(let cause, let options): step = machine.advance(offer(cause, options))
        case .askPasscode(let reason, let wrong):
          step = machine.advance(try askPasscode(reason, wrong: wrong))
        case .succeed(let method): return succeeded(method)
        case .fail(let error): return failed(error)
        }
      }
    } catch {
      obstacles.append(.store(error))
      return failed(.biometryNotAvailable)
    }
  }

  // MARK: - Steps

  private mutating func begin() throws(StoreError) -> EvaluationMachine.Step {
    let record = try evaluator.store.record(of: user)
    let preflight = evaluator.preflight(
      request.policy, record, modelHash: modelHash, highest: highestAssurance,
      least: request.leastAssurance)
    attemptsLeft = record.map { ledger().attemptsLeft($0.attempts) }
    allowedComparisons = record.map { evaluator.allowedComparisons($0, modelHash: modelHash) } ?? 0
    if let block = preflight.block { obstacles.append(.blocked(block)) }
    noteOtherModel(record)
    if let error = preflight.error { return machine.advance(.broken(error)) }
    guard request.interactionAllowed else { return machine.advance(.broken(.notInteractive)) }
    try takeOver()
    if let cause = interruption.cause { return machine.advance(interrupted(cause)) }
    return machine.begin(block: preflight.block)
  }

  /// Ends older evaluations of this person: they find another number than theirs in the record.
  ///
  /// One that was cancelled meanwhile, for example by a newer one of the same program, must not end that one in turn: it is
  /// looked at within the transaction, so that the number of the newest is the last.
  private mutating func takeOver() throws(StoreError) {
    let (user, cancellation) = (user, request.cancellation)
    let evaluation = try evaluator.store.update(user) { (record) throws(StoreError) in
      guard var known = record else { throw .unknownUser(user) }
      guard cancellation.cause == nil else { return known.attempts.evaluation }
      known.attempts.evaluation &+= 1
      record = known
      return known.attempts.evaluation
    }
    self.evaluation = evaluation
    interruption = Interruption(
      cancellation: request.cancellation, store: evaluator.store, user: user, evaluation: evaluation)
  }

  private mutating func capture() throws(StoreError) -> EvaluationMachine.Event {
    guard let threshold = evaluator.threshold else { return .blocked(.biometryNotAvailable) }
    let (prompt, user) = (prompt, user)
    var faceTry = FaceTry(rules: evaluator.rules, interruption: interruption) {
      prompt.advise($0, user: user)
    }
    var result = faceTry.run(&frames, &reader)
    var isCharged = false
    while case .shown(let candidate) = result {
      if !isCharged, try isEnrolled(candidate, threshold) {
        if case .refused(let event) = try charge(.undecided) {
          begin(faceTry.record)
          return event
        }
        isCharged = true
      }
      result = faceTry.run(&frames, &reader)
    }
    begin(faceTry.record)
    switch result {
    case .shown: return .missed(.livenessUndecided, block: nil, mayHaveMore: frames.mayHaveMore)
    case .interrupted: return interrupted(interruption.cause ?? .superseded)
    case .broken: return .blocked(.biometryNotAvailable)
    case .unusable(let cause):
      return missed(cause, isCharged ? try evaluator.store.record(of: user) : nil)
    case .notLive:
      switch try charge(.match, hasBeenCounted: isCharged) {
      case .refused(let event): return event
      case .charged(let record, _): return missed(.notLive, record)
      }
    case .face(let candidate):
      switch try charge(.match, hasBeenCounted: isCharged) {
      case .refused(let event): return event
      case .charged(let record, let before):
        return try compare(candidate, record, chargedOn: before, threshold)
      }
    }
  }

  private mutating func compare(
    _ candidate: FaceTry.Candidate, _ record: UserRecord, chargedOn before: AttemptState,
    _ threshold: Score
  ) throws(StoreError) -> EvaluationMachine.Event {
    guard let comparison = comparison(candidate, record, threshold) else {
      try takeBack(chargedOn: before)
      return cannotCompare(record)
    }
    tries[tries.count - 1].comparison = comparison
    guard comparison.isMatch else {
      note(.noMatch)
      return missed(.noMatch, record)
    }
    if let cause = interruption.cause { return interrupted(cause) }
    return try recordMatch(record, candidate)
  }

  /// Nothing was compared, so nobody was the wrong one.
  private mutating func cannotCompare(_ record: UserRecord) -> EvaluationMachine.Event {
    guard !PolicyEvaluator.references(of: record, modelHash: modelHash).isEmpty else {
      obstacles.append(.blocked(.biometryNotEnrolled))
      return .blocked(.biometryNotEnrolled)
    }
    note(.engine(EngineFailure(.models, "the templates of these frames cannot be compared")))
    return .blocked(.biometryNotAvailable)
  }

  private func comparison(
    _ candidate: FaceTry.Candidate, _ record: UserRecord, _ threshold: Score
  ) -> Comparison? {
    guard let probe = try? candidate.mean() else { return nil }
    return evaluator.comparison(probe, with: record, threshold)
  }

  /// Whether a face that is not yet known to live is the enrolled one. Nobody is told.
  private func isEnrolled(_ candidate: FaceTry.Candidate, _ threshold: Score) throws(StoreError) -> Bool {
    guard let record = try evaluator.store.record(of: user) else { return false }
    return comparison(candidate, record, threshold)?.isMatch ?? false
  }

  private mutating func offer(
    _ cause: Try.Cause, _ options: [PromptOption]
  ) -> EvaluationMachine.Event {
    let interruption = interruption
    let isDeviceOwner = request.policy == .deviceOwner
    let notice = FailureNotice(
      user: user, cause: cause, obstacles: tries.last?.obstacles ?? [], reason: request.reason,
      attemptsLeft: attemptsLeft ?? 0,
      fallbackTitle: Self.title(request.fallbackTitle, isDeviceOwner ? "Enter Passcode" : "Enter Password"),
      cancelTitle: Self.title(request.cancelTitle, "Cancel"),
      isInterrupted: { interruption.cause != nil })
    let decision = prompt.choice(after: notice, options: options)
    if let cause = interruption.cause { return interrupted(cause) }
    return .decided(decision)
  }

  private mutating func askPasscode(
    _ reason: PasscodeReason, wrong: Int
  ) throws(StoreError) -> EvaluationMachine.Event {
    let gate = evaluator.gate
    if let obstacle = try gate.obstacle(user) {
      obstacles.append(.passcode(obstacle))
      return obstacle == .notSet ? .broken(.passcodeNotSet) : .passcodeMissing(.refused(obstacle))
    }
    let interruption = interruption
    var answer = prompt.passcode(
      PasscodeRequest(
        user: user, purpose: .authentication(reason), reason: request.reason, wrongAnswers: wrong,
        cancelTitle: request.cancelTitle, isInterrupted: { interruption.cause != nil }))
    guard var passcode = answer.take() else {
      if let cause = interruption.cause { return interrupted(cause) }
      if case .refused(let refusal) = answer { obstacles.append(.passcode(refusal)) }
      if answer == .unattended { obstacles.append(.passcode(.notGiven)) }
      return .passcodeMissing(answer)
    }
    defer { Sodium.wipe(&passcode) }
    if let cause = interruption.cause { return interrupted(cause) }
    let verdict = try gate.attempt(
      passcode, user: user, reason: request.reason, evaluation: evaluation)
    if case .refused(let refusal) = verdict { obstacles.append(.passcode(refusal)) }
    switch verdict {
    case .right(let record):
      binding = try ReleaseBinding(record, in: evaluator.store)
      attemptsLeft = evaluator.rules.failedMatchLimit
      if let cause = interruption.cause { return interrupted(cause) }
      return .passcodeRight
    case .refused(.wrong(let delay)): return .passcodeWrong(mayTryAgain: delay == 0)
    case .refused(.notSet): return .broken(.passcodeNotSet)
    case .refused(let refusal): return .passcodeMissing(.refused(refusal))
    }
  }

  // MARK: - Record

  private enum Charge {
    /// The record as it stands since, and the attempts before.
    case charged(UserRecord, before: AttemptState)
    case refused(EvaluationMachine.Event)
  }

  /// What is counted.
  private enum Attempt {
    case match
    case undecided

    /// The word for it in the audit log.
    var auditName: String { self == .match ? "charged" : "chargedAsUndecided" }
  }

  /// Counts an attempt as failed, on disk, before it is known how it ends.
  ///
  /// - Parameter hasBeenCounted: Whether this try was counted as undecided before; that does not stand in its own way.
  private mutating func charge(
    _ attempt: Attempt, hasBeenCounted: Bool = false
  ) throws(StoreError) -> Charge {
    let (user, evaluation, ledger) = (user, evaluation, ledger())
    typealias Counted = (block: PasscodeReason?, record: UserRecord?, before: AttemptState)
    let outcome: Counted = try evaluator.store.update(user) { (record) throws(StoreError) in
      guard var known = record, known.attempts.evaluation == evaluation else {
        return (nil, nil, AttemptState())
      }
      let attempts = known.attempts
      var before = known
      if hasBeenCounted { before.attempts.undecidedTries -= 1 }
      if let block = ledger.biometryBlock(before) { return (block, nil, attempts) }
      switch attempt {
      case .match: ledger.chargeMatch(&known.attempts)
      case .undecided: ledger.chargeUndecided(&known.attempts)
      }
      record = known
      return (nil, known, attempts)
    }
    if let record = outcome.record {
      attemptsLeft = ledger.attemptsLeft(record.attempts)
      writeCharge(attempt)
      return .charged(record, before: outcome.before)
    }
    guard let block = outcome.block else { return .refused(interrupted(.superseded)) }
    obstacles.append(.blocked(block))
    if block == .lockedOut { attemptsLeft = 0 }
    return .refused(.blocked(block))
  }

  /// Writes the charge down before the comparison, so that a killed one is in the log.
  private func writeCharge(_ attempt: Attempt) {
    var entry = AuditEntry(
      at: evaluator.clock.now(), event: .charge, user: user, outcome: attempt.auditName,
      policy: request.policy)
    (entry.method, entry.evaluation) = (.biometrics, evaluation)
    entry.note(reason: request.reason)
    // A log that cannot be written to is told when the outcome is written, and does not keep the owner out.
    try? evaluator.audit?.append(entry)
  }

  /// Takes back the charge of a match that could not be made.
  private mutating func takeBack(chargedOn before: AttemptState) throws(StoreError) {
    let ledger = ledger()
    let attempts = try evaluator.store.update(user) { (record) throws(StoreError) -> AttemptState? in
      guard var known = record else { return nil }
      ledger.returnMatch(&known.attempts, chargedOn: before)
      record = known
      return known.attempts
    }
    attemptsLeft = attempts.map { ledger.attemptsLeft($0) }
  }

  /// Takes the charge back, unless the world has changed since: then the face was compared with templates that are
  /// no longer enrolled, or a newer evaluation has the say.
  private mutating func recordMatch(
    _ matched: UserRecord, _ candidate: FaceTry.Candidate
  ) throws(StoreError) -> EvaluationMachine.Event {
    let (user, evaluation, ledger) = (user, evaluation, ledger())
    let learning = tries.last?.showsMotion == true ? evaluator.learning : nil
    let probe = try? candidate.mean()
    let left: Int? = try evaluator.store.update(user) { (record) throws(StoreError) in
      guard var known = record, known.attempts.evaluation == evaluation,
        known.enrolmentNonce == matched.enrolmentNonce
      else { return nil }
      ledger.recordMatch(&known.attempts)
      if let probe { learning?.learn(probe, into: &known) }
      record = known
      return ledger.attemptsLeft(known.attempts)
    }
    guard let left else { return interrupted(.superseded) }
    binding = try ReleaseBinding(matched, in: evaluator.store)
    attemptsLeft = left
    return .matched
  }

  private mutating func missed(_ cause: Try.Cause, _ record: UserRecord?) -> EvaluationMachine.Event {
    tries[tries.count - 1].cause = cause
    let block = record.flatMap { ledger().biometryBlock($0) }
    if let block { obstacles.append(.blocked(block)) }
    return .missed(cause, block: block, mayHaveMore: frames.mayHaveMore)
  }

  private mutating func interrupted(_ cause: Interruption.Cause) -> EvaluationMachine.Event {
    obstacles.append(cause.obstacle)
    return .broken(cause.error)
  }

  private func ledger() -> AttemptLedger { AttemptLedger(rules: evaluator.rules, now: evaluator.clock.now()) }

  private mutating func noteOtherModel(_ record: UserRecord?) {
    guard let record, record.isEnrolled,
      PolicyEvaluator.references(of: record, modelHash: modelHash).isEmpty
    else { return }
    obstacles.append(.otherModel)
  }

  private static func title(_ wanted: String?, _ usual: String) -> String {
    guard let wanted, !wanted.isEmpty else { return usual }
    return wanted
  }

  // MARK: - Tries

  /// A try is over with its frames; what was in the way in it is in the way of the whole.
  private mutating func begin(_ record: Try) {
    tries.append(record)
    for obstacle in record.obstacles where !obstacles.contains(obstacle) { obstacles.append(obstacle) }
  }

  /// Something stands in the way of the last try.
  private mutating func note(_ obstacle: Obstacle) {
    tries[tries.count - 1].note(obstacle)
    obstacles.append(obstacle)
  }

  // MARK: - Outcome

  private func succeeded(_ method: AuthenticationMethod) -> Outcome {
    let assurance = method == .biometrics ? highestAssurance : nil
    let token = binding.map {
      ReleaseToken(
        user: user, method: method, assurance: assurance, issued: evaluator.clock.now(), binding: $0)
    }
    return completed(Outcome(method: method, assurance: assurance, releaseToken: token))
  }

  private func failed(_ error: AuthenticationError) -> Outcome {
    completed(Outcome(error: error, obstacles: obstacles))
  }

  private func completed(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    outcome.tries = tries
    outcome.threshold = evaluator.threshold
    outcome.falseMatchRate = evaluator.falseMatchRate
    outcome.allowedComparisons = allowedComparisons
    outcome.attemptsLeft = attemptsLeft
    outcome.modelHash = modelHash
    return outcome
  }
}
