import Facelatch

/// What a command line asks to prove that a living person is there.
struct LivenessOptions: Sendable {
  /// `nil` for what suits the frames.
  let requirement: LivenessRequirement?
  /// `nil` for movements by chance.
  let challenge: Challenge?

  init(_ arguments: ParsedArguments) throws(Failure) {
    let wanted = try arguments.choice(.liveness, of: LivenessRequirement.self)
    guard let steps = try arguments.text(.challenge) else {
      (requirement, challenge) = (wanted, nil)
      return
    }
    if let wanted, wanted != .challenge {
      throw .usage(
        "'--challenge' does not go with '--liveness \(wanted.rawValue)'", command: arguments.command)
    }
    requirement = .challenge
    challenge = try Self.challenge(steps, arguments)
  }

  private static func challenge(
    _ text: String, _ arguments: ParsedArguments
  ) throws(Failure) -> Challenge? {
    if text == "random" { return nil }
    var steps: [ChallengeStep] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let step = ChallengeStep.allCases.first(where: { $0.optionName == name }) else {
        throw .usage(
          "'--challenge \(text)': no movement is called '\(name)'",
          cure: "use random or " + ChallengeStep.allCases.map(\.optionName).joined(separator: ", "),
          command: arguments.command)
      }
      steps.append(step)
    }
    guard let challenge = Challenge(steps: steps) else {
      throw .usage(
        "'--challenge \(text)': up to three movements, none twice in a row", command: arguments.command)
    }
    return challenge
  }

  /// A reader of the frames of a command.
  func reader(_ models: FaceModels, isSequence: Bool) -> EngineReader {
    EngineReader(models: models, liveness: requirement, isSequence: isSequence, challenge: challenge)
  }
}

extension ChallengeStep {
  /// The word on the command line.
  fileprivate var optionName: String {
    switch self {
    case .turnLeft: "turn-left"
    case .turnRight: "turn-right"
    case .blink: "blink"
    case .nod: "nod"
    }
  }
}
