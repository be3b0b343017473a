import Capture
import Findings
import Matching
import Platform
import Store

/// Decides whether a person is let in: by the face, by the passcode, and within the rules for both.
public struct PolicyEvaluator: Sendable {
  let store: any Store
  let clock: any Clock
  let rules: PolicyRules
  let threshold: Score?
  let falseMatchRate: FalseMatchRate?
  let scale: EvidenceScale
  let modelHash: String?
  let audit: AuditLog?

  var gate: PasscodeGate { PasscodeGate(store: store, clock: clock, rules: rules, audit: audit) }

  /// Makes an evaluator.
  ///
  /// - Parameters:
  ///   - store: Records of people and attempts.
  ///   - clock: Tells the time.
  ///   - rules: Limits and times.
  ///   - threshold: The lowest score that counts as a match; `nil` where no face can be compared, and the passcode alone
  ///     counts.
  ///   - falseMatchRate: The rate that the threshold stands for, for outcomes and the log; decides nothing.
  ///   - scale: How evidence of several pictures is scored.
  ///   - modelHash: SHA-256 of the embedding model in use; templates of another one count as not enrolled. `nil`
  ///     where the model is not known before frames are read.
  ///   - audit: Where each decision is written down.
  public init(
    store: any Store, clock: any Clock = SystemClock(), rules: PolicyRules = .faceID, threshold: Score?,
    falseMatchRate: FalseMatchRate? = nil, scale: EvidenceScale = .meanOfCosines, modelHash: String? = nil,
    audit: AuditLog? = nil
  ) {
    self.store = store
    self.clock = clock
    self.rules = rules
    self.threshold = threshold
    self.falseMatchRate = falseMatchRate
    self.scale = scale
    self.modelHash = modelHash
    self.audit = audit
  }

  /// Whether an evaluation could begin now. Changes and charges nothing.
  ///
  /// The order of the errors is availability, enrolment, lock, passcode.
  ///
  /// - Parameters:
  ///   - policy: What the person would have to show.
  ///   - user: Who would claim to be there.
  ///   - highest: The most that a comparison of the face could be worth.
  ///   - least: What it would have to be worth.
  /// - Throws: Why not.
  public func canEvaluate(
    _ policy: Policy, user: String, highest: Assurance = .challenge, least: Assurance = .nothing
  ) throws(Refusal) {
    let record: UserRecord?
    do throws(StoreError) {
      record = try store.record(of: user)
    } catch {
      throw Refusal(.biometryNotAvailable, obstacles: [.store(error)])
    }
    let preflight = preflight(policy, record, modelHash: modelHash, highest: highest, least: least)
    guard let error = preflight.error else { return }
    throw Refusal(
      error,
      obstacles: error == .passcodeNotSet
        ? [.passcode(.notSet)] : preflight.block.map { [.blocked($0)] } ?? [])
  }

  /// Runs one evaluation.
  ///
  /// - Parameters:
  ///   - request: Policy, words for the person, cancellation.
  ///   - user: Who claims to be there.
  ///   - frames: What the camera sees.
  ///   - reader: Turns frames into templates.
  ///   - limit: The most that these frames can be worth, whatever the reader asks for: a single picture never moves.
  ///   - prompt: Asks for passcode and choices.
  /// - Returns: Success with a token for the vault, or the error with its reasons. Trouble with the store is never
  ///   success.
  public func evaluate(
    _ request: AuthenticationRequest, user: String, frames: some FrameSource, reader: some FaceReading,
    limit: Assurance = .challenge, prompt: some PasscodePrompt
  ) -> Outcome {
    let user = normalised(user)
    var run = EvaluationRun(
      evaluator: self, request: request, user: user, frames: frames, reader: reader, limit: limit,
      prompt: prompt)
    let begin = clock.now()
    var outcome = run.outcome()
    prompt.finish()
    write(&outcome, request, user, begin: begin, evaluation: run.evaluation)
    return outcome
  }

  /// Runs one evaluation in which there is nothing to look at: the passcode alone counts.
  public func evaluate(
    _ request: AuthenticationRequest, user: String, prompt: some PasscodePrompt
  ) -> Outcome {
    evaluate(request, user: user, frames: FrameList([]), reader: NoReader(), prompt: prompt)
  }

  // MARK: - Before the evaluation

  /// What stands before an evaluation.
  struct Preflight {
    /// Why it cannot begin.
    var error: AuthenticationError?
    /// Why no face can be compared in it.
    var block: PasscodeReason?
  }

  /// - Parameters:
  ///   - highest: The most that a comparison can be worth.
  ///   - least: What it has to be worth.
  func preflight(
    _ policy: Policy, _ record: UserRecord?, modelHash: String?, highest: Assurance, least: Assurance
  ) -> Preflight {
    let block: PasscodeReason? =
      threshold != nil && highest < least
      ? .assuranceOutOfReach(highest: highest, least: least) : faceBlock(record, modelHash: modelHash)
    if policy == .biometrics, let block {
      return Preflight(error: EvaluationMachine.error(for: block), block: block)
    }
    return Preflight(error: record?.passcodeVerifier == nil ? .passcodeNotSet : nil, block: block)
  }

  private func faceBlock(_ record: UserRecord?, modelHash: String?) -> PasscodeReason? {
    guard threshold != nil else { return .biometryNotAvailable }
    guard let record, !Self.references(of: record, modelHash: modelHash).isEmpty else {
      return .biometryNotEnrolled
    }
    return AttemptLedger(rules: rules, now: clock.now()).biometryBlock(record)
  }

  /// The looks that the model in use can compare, each as what its templates have in common.
  static func references(of record: UserRecord, modelHash: String?) -> [MeanTemplate] {
    record.appearances.compactMap { $0.reference(modelHash: modelHash) }
  }

  // MARK: - After it

  private func write(
    _ outcome: inout Outcome, _ request: AuthenticationRequest, _ user: String, begin: Moment,
    evaluation: UInt64?
  ) {
    guard let audit else { return }
    var entry = AuditEntry(
      at: clock.now(), event: .authentication, user: user, outcome: outcome.error?.name ?? "success",
      policy: request.policy,
      reasons: outcome.obstacles.map(\.description))
    entry.note(begin: begin)
    entry.note(reason: request.reason)
    entry.evaluation = evaluation
    entry.method = outcome.method
    entry.assurance = outcome.assurance
    entry.liveness = outcome.liveness?.requirement
    // What a comparison rests on belongs to a comparison.
    if let score = outcome.score {
      entry.score = score.rawValue
      entry.threshold = outcome.threshold?.rawValue
      entry.falseMatchRate = outcome.falseMatchRate?.rawValue
      entry.transactionFalseMatchRate = outcome.transactionFalseMatchRate?.rawValue
    }
    entry.model = outcome.modelHash
    entry.attemptsLeft = outcome.attemptsLeft
    entry.frames = outcome.frames
    do throws(StoreError) {
      try audit.append(entry)
    } catch {
      outcome.obstacles.append(.notAudited(error))
    }
  }
}

/// Stands where there is nothing to look at; never read from, since no face can be compared without a threshold.
private struct NoReader: FaceReading {
  let modelHash = ""

  mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
    throw EngineFailure(.frames, "there are no frames")
  }

  mutating func template() throws(EngineFailure) -> TemplateReading { .unusable(.noFace) }
}
