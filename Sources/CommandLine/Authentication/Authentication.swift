import Facelatch

/// One evaluation as the command line asks for it.
struct Authentication: Sendable {
  let user: String
  let options: GateOptions
  private let request: AuthenticationRequest
  private let operands: FrameOperands?

  init(_ arguments: ParsedArguments, frames: [Path]) throws(Failure) {
    user = try arguments.user()
    options = try GateOptions(arguments)
    let policy = try arguments.choice(.policy, of: Policy.self) ?? .deviceOwner
    request = AuthenticationRequest(
      policy: policy, leastAssurance: try arguments.leastAssurance(checking: options.configuration.liveness),
      reason: try arguments.text(.reason) ?? "")
    if frames.isEmpty, policy == .biometrics {
      throw .usage(
        "'\(arguments.command)' needs FRAMES for '--policy biometrics'", command: arguments.command)
    }
    operands = frames.isEmpty ? nil : try FrameOperands(frames)
    if let operands { try options.check(operands, command: arguments.command) }
  }

  /// What came of it.
  struct Result {
    let user: String
    let outcome: Outcome
    /// Where faces were decided about; `nil` where none was looked at.
    let decision: DecisionPoint?
    let gate: Gate

    /// 0 and 1 are the evaluator's answer; where it had nothing to look at, or no store, that comes first.
    var exitCode: ExitCode {
      if outcome.authenticated { return .yes }
      if let error = outcome.storeError { return Failure(error).exitCode }
      let isFailure = outcome.error == .authenticationFailed || outcome.error == .notInteractive
      return isFailure && outcome.sawNothing ? .unusableInput : .no
    }
  }

  /// Evaluates the policy; asks on the terminal or takes passcodes from the descriptor.
  ///
  /// - Parameter least: What else the comparison has to be worth at least, for example for a secret.
  func run(least: Assurance = .nothing) throws(Failure) -> Result {
    var request = request
    request.leastAssurance = max(request.leastAssurance, least)
    let prompt = try options.prompt()
    let gate = options.gate()
    // Parts that cannot be used are told before anybody is asked for anything.
    try Failure.whenStoring { () throws(StoreError) in _ = try gate.store() }
    guard let operands else {
      return Result(
        user: user, outcome: gate.authenticate(user, request, prompt: prompt), decision: nil, gate: gate)
    }
    let decision = try Failure.whenOpening { () throws(GateError) in try gate.decisionPoint() }
    let outcome = gate.authenticate(
      user, request, from: operands.frames, prompt: LivenessGuide(prompt: prompt))
    return Result(user: user, outcome: outcome, decision: decision, gate: gate)
  }
}
