import Capture
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

  private var machine: EvaluationMachine
  private var interruption: Interruption
  private var evaluation: UInt64 = 0
  private var reasons: [String] = []
  private var frameCount = 0
  private var score: Score?
  private var attemptsLeft: Int?
  private var storeError: StoreError?

  init(
    evaluator: PolicyEvaluator, request: AuthenticationRequest, user: String, frames: Source, reader: Reader,
    prompt: Prompt
  ) {
    self.evaluator = evaluator
    self.request = request
    self.user = user
    self.frames = frames
    self.reader = reader
    self.prompt = prompt
    machine = EvaluationMachine(
      policy: request.policy, rules: evaluator.rules, hidesFallback: request.fallbackTitle == "")
    interruption = Interruption(
      cancellation: request.cancellation, store: evaluator.store, user: user, evaluation: 0)
  }

  /// Runs the evaluation.
  mutating func outcome() -> AuthenticationOutcome {
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
      storeError = error
      reasons.append(error.description)
      return failed(.biometryNotAvailable)
    }
  }

  // MARK: - Steps

  private mutating func begin() throws(StoreError) -> EvaluationMachine.Step {
    let record = try evaluator.store.record(of: user)
    let preflight = evaluator.preflight(request.policy, record, modelHash: reader.modelHash)
    attemptsLeft = record.map { ledger().attemptsLeft($0.attempts) }
    if let block = preflight.block { reasons.append(block.sentence) }
    noteOtherModel(record)
    if let error = preflight.error { return machine.advance(.broken(error)) }
    guard request.interactionAllowed else { return machine.advance(.broken(.notInteractive)) }
    try takeOver()
    if let cause = interruption.cause { return machine.advance(interrupted(cause)) }
    return machine.begin(block: preflight.block)
  }

  /// Ends older evaluations of this person: they find another number than theirs in the record.
  private mutating func takeOver() throws(StoreError) {
    let user = user
    evaluation = try evaluator.store.update(user) { (record) throws(StoreError) in
      guard var known = record else { throw .unknownUser(user) }
      known.attempts.evaluation &+= 1
      record = known
      return known.attempts.evaluation
    }
    interruption = Interruption(
      cancellation: request.cancellation, store: evaluator.store, user: user, evaluation: evaluation)
  }

  private mutating func capture() throws(StoreError) -> EvaluationMachine.Event {
    let (prompt, user) = (prompt, user)
    var faceTry = FaceTry(
      rules: evaluator.rules, threshold: evaluator.threshold, interruption: interruption
    ) { prompt.advise($0, user: user) }
    let result = faceTry.run(&frames, &reader)
    frameCount += faceTry.frames
    reasons = faceTry.reasons
    switch result {
    case .interrupted: return interrupted(interruption.cause ?? .superseded)
    case .broken: return .blocked(.biometryNotAvailable)
    case .unusable(let cause): return .missed(cause, block: nil, mayHaveMore: frames.mayHaveMore)
    case .notLive:
      switch try charge() {
      case .refused(let event): return event
      case .charged(let record): return missed(.notLive, record)
      }
    case .face(let candidate):
      switch try charge() {
      case .refused(let event): return event
      case .charged(let record): return try compare(candidate, record)
      }
    }
  }

  private mutating func compare(
    _ candidate: FaceTry.Candidate, _ record: UserRecord
  ) throws(StoreError) -> EvaluationMachine.Event {
    var best: Score?
    for template in PolicyEvaluator.templates(of: record, modelHash: candidate.template.modelHash) {
      guard let found = try? template.score(against: candidate.template) else { continue }
      best = best.map { max($0, found) } ?? found
    }
    score = best
    guard let best, best >= evaluator.threshold else {
      reasons.append("The face is not the enrolled one.")
      return missed(.noMatch, record)
    }
    if let cause = interruption.cause { return interrupted(cause) }
    return try recordMatch(record)
  }

  private mutating func offer(
    _ cause: FailureNotice.Cause, _ options: [PromptOption]
  ) -> EvaluationMachine.Event {
    let interruption = interruption
    let isDeviceOwner = request.policy == .deviceOwner
    let notice = FailureNotice(
      user: user, cause: cause, reasons: reasons, reason: request.reason, attemptsLeft: attemptsLeft ?? 0,
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
      if let sentence = obstacle.sentence { reasons.append(sentence) }
      return obstacle == .notSet ? .broken(.passcodeNotSet) : .passcodeMissing(.unattended)
    }
    let interruption = interruption
    var answer = prompt.passcode(
      PasscodeRequest(
        user: user, purpose: .authentication(reason), reason: request.reason, wrongAnswers: wrong,
        cancelTitle: request.cancelTitle, isInterrupted: { interruption.cause != nil }))
    guard var passcode = answer.take() else {
      if let cause = interruption.cause { return interrupted(cause) }
      if case .refused(let reason) = answer { reasons.append(reason) }
      if answer == .unattended { reasons.append("No passcode was given.") }
      return .passcodeMissing(answer)
    }
    defer { Sodium.wipe(&passcode) }
    if let cause = interruption.cause { return interrupted(cause) }
    let verdict = try gate.attempt(passcode, user: user)
    if let sentence = verdict.sentence { reasons.append(sentence) }
    switch verdict {
    case .right:
      attemptsLeft = evaluator.rules.failedMatchLimit
      if let cause = interruption.cause { return interrupted(cause) }
      return .passcodeRight
    case .wrong(let delay): return .passcodeWrong(mayTryAgain: delay == 0)
    case .delayed, .exhausted: return .passcodeMissing(.unattended)
    case .notSet: return .broken(.passcodeNotSet)
    }
  }

  // MARK: - Record

  private enum Charge {
    case charged(UserRecord)
    case refused(EvaluationMachine.Event)
  }

  /// Counts a match as failed, on disk, before it runs.
  private mutating func charge() throws(StoreError) -> Charge {
    let (user, evaluation, ledger) = (user, evaluation, ledger())
    let outcome: (block: PasscodeReason?, record: UserRecord?) = try evaluator.store.update(user) {
      (record) throws(StoreError) in
      guard var known = record, known.attempts.evaluation == evaluation else { return (nil, nil) }
      if let block = ledger.biometryBlock(known) { return (block, nil) }
      ledger.chargeMatch(&known.attempts)
      record = known
      return (nil, known)
    }
    if let record = outcome.record {
      attemptsLeft = ledger.attemptsLeft(record.attempts)
      return .charged(record)
    }
    guard let block = outcome.block else { return .refused(interrupted(.superseded)) }
    reasons.append(block.sentence)
    if block == .lockedOut { attemptsLeft = 0 }
    return .refused(.blocked(block))
  }

  /// Takes the charge back, unless the world has changed since: then the face was compared with templates that are
  /// no longer enrolled, or a newer evaluation has the say.
  private mutating func recordMatch(_ matched: UserRecord) throws(StoreError) -> EvaluationMachine.Event {
    let (user, evaluation, ledger) = (user, evaluation, ledger())
    let isRecorded: Bool = try evaluator.store.update(user) { (record) throws(StoreError) in
      guard var known = record, known.attempts.evaluation == evaluation,
        known.enrolmentNonce == matched.enrolmentNonce
      else { return false }
      ledger.recordMatch(&known.attempts)
      record = known
      return true
    }
    guard isRecorded else { return interrupted(.superseded) }
    attemptsLeft = evaluator.rules.failedMatchLimit
    return .matched
  }

  private mutating func missed(_ cause: FailureNotice.Cause, _ record: UserRecord) -> EvaluationMachine.Event
  {
    let block = ledger().biometryBlock(record)
    if let block { reasons.append(block.sentence) }
    return .missed(cause, block: block, mayHaveMore: frames.mayHaveMore)
  }

  private mutating func interrupted(_ cause: Interruption.Cause) -> EvaluationMachine.Event {
    reasons.append(cause.sentence)
    return .broken(cause.error)
  }

  private func ledger() -> AttemptLedger { AttemptLedger(rules: evaluator.rules, now: evaluator.clock.now()) }

  private mutating func noteOtherModel(_ record: UserRecord?) {
    guard let record, record.isEnrolled,
      PolicyEvaluator.templates(of: record, modelHash: reader.modelHash).isEmpty
    else { return }
    reasons.append("The enrolment was made with another embedding model; enrol again with the present one.")
  }

  private static func title(_ wanted: String?, _ usual: String) -> String {
    guard let wanted, !wanted.isEmpty else { return usual }
    return wanted
  }

  // MARK: - Outcome

  private func succeeded(_ method: AuthenticationMethod) -> AuthenticationOutcome {
    let token = ReleaseToken(user: user, method: method, issued: evaluator.clock.now())
    return completed(AuthenticationOutcome(method: method, releaseToken: token))
  }

  private func failed(_ error: AuthenticationError) -> AuthenticationOutcome {
    completed(AuthenticationOutcome(error: error, reasons: reasons, storeError: storeError))
  }

  private func completed(_ outcome: AuthenticationOutcome) -> AuthenticationOutcome {
    var outcome = outcome
    outcome.score = score
    outcome.threshold = evaluator.threshold
    outcome.falseMatchRate = evaluator.falseMatchRate
    outcome.attemptsLeft = attemptsLeft
    outcome.frames = frameCount
    outcome.modelHash = reader.modelHash
    return outcome
  }
}
