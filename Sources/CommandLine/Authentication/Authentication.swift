import Facelatch

/// One evaluation as the command line asks for it.
struct Authentication: Sendable {
  let user: String
  let options: StoreOptions
  private let policy: Policy
  private let reason: String
  private let inputs: [Input]
  private let pictures: PictureOptions
  private let liveness: LivenessOptions

  init(_ arguments: ParsedArguments, frames: [Path]) throws(Failure) {
    user = try arguments.user()
    options = try StoreOptions(arguments)
    policy = try arguments.choice(.policy, of: Policy.self) ?? .deviceOwner
    reason = try arguments.text(.reason) ?? ""
    pictures = try PictureOptions(arguments)
    liveness = try LivenessOptions(arguments)
    if frames.isEmpty, policy == .biometrics {
      throw .usage(
        "'\(arguments.command)' needs FRAMES for '--policy biometrics'", command: arguments.command)
    }
    inputs = try OperandFrames.inputs(frames)
    if options.readsPasscodesFromStandardInput, frames.contains(OperandFrames.standardInput) {
      throw .usage(
        "standard input cannot give both frames and passcodes", cure: "use another descriptor, as in 3<FILE",
        command: arguments.command)
    }
  }

  /// What came of it.
  struct Result {
    let user: String
    let outcome: AuthenticationOutcome
    /// Where faces were decided about; `nil` where none was looked at.
    let decision: DecisionPoint?
    let watch: FrameWatch
    let opened: StoreOptions.Opened

    /// 0 and 1 are the evaluator's answer; where it had nothing to look at, or no store, that comes first.
    var exitCode: ExitCode {
      if outcome.authenticated { return .yes }
      if let error = outcome.storeError { return Failure(error).exitCode }
      return outcome.error == .authenticationFailed && watch.sawNothing ? .unusableInput : .no
    }
  }

  /// Evaluates the policy; asks on the terminal or takes passcodes from the descriptor.
  func run() throws(Failure) -> Result {
    let prompt = try options.prompt()
    let opened = try options.open()
    let watch = FrameWatch()
    var (outcome, decision) =
      inputs.isEmpty
      ? (try evaluateWithoutFrames(opened, prompt), nil) : try evaluate(opened, prompt, watch)
    if let absence = opened.absence { outcome.reasons.append(absence) }
    return Result(user: user, outcome: outcome, decision: decision, watch: watch, opened: opened)
  }

  private var request: AuthenticationRequest { AuthenticationRequest(policy: policy, reason: reason) }

  private func evaluateWithoutFrames(
    _ opened: StoreOptions.Opened, _ prompt: any PasscodePrompt
  ) throws(Failure) -> AuthenticationOutcome {
    let evaluator = PolicyEvaluator(
      store: opened.store, rules: options.rules, threshold: Score(1), biometryIsAvailable: false,
      audit: opened.audit)
    var outcome = evaluator.evaluate(
      request, user: user, frames: FrameList([]), reader: NoReader(enrolledIn: try record(opened)),
      prompt: prompt)
    // Nothing was compared with it.
    outcome.threshold = nil
    outcome.modelHash = nil
    return outcome
  }

  private func evaluate(
    _ opened: StoreOptions.Opened, _ prompt: any PasscodePrompt, _ watch: FrameWatch
  ) throws(Failure) -> (AuthenticationOutcome, DecisionPoint?) {
    let models = try pictures.loadModels()
    models.prefetch([.embedding, .iris])
    let decision = try FaceMatcher(models.pack).decision
    let evaluator = PolicyEvaluator(
      store: opened.store, rules: options.rules, threshold: decision.threshold,
      falseMatchRate: decision.falseMatchRate, modelHash: models.pack.embedding.file.sha256,
      audit: opened.audit)
    let outcome = evaluator.evaluate(
      request, user: user,
      frames: OperandFrames(inputs, options: pictures.capture(), watch: watch),
      reader: WatchedReader(
        liveness.reader(models, isSequence: OperandFrames.showSequence(inputs)), watch: watch),
      prompt: LivenessGuide(prompt: prompt))
    return (outcome, decision)
  }

  private func record(_ opened: StoreOptions.Opened) throws(Failure) -> UserRecord? {
    do {
      return try opened.store.record(of: user)
    } catch {
      throw Failure(error)
    }
  }
}
