import Facelatch

extension ParsedArguments {
  /// What has to show that a living person is there, and the movements that are asked for; `nil` for what suits the frames,
  /// and for movements by chance.
  func liveness() throws(Failure) -> (LivenessRequirement?, Challenge?) {
    let wanted = try choice(.liveness, of: LivenessRequirement.self)
    guard let steps = try text(.challenge) else { return (wanted, nil) }
    if let wanted, wanted != .challenge {
      throw .usage("'--challenge' does not go with '--liveness \(wanted.rawValue)'", command: command)
    }
    return (.challenge, try challenge(steps))
  }

  private func challenge(_ text: String) throws(Failure) -> Challenge? {
    if text == "random" { return nil }
    var steps: [ChallengeStep] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let step = ChallengeStep.allCases.first(where: { $0.optionName == name }) else {
        throw .usage(
          "'--challenge \(text)': no movement is called '\(name)'",
          cure: "use random or " + ChallengeStep.allCases.map(\.optionName).joined(separator: ", "),
          command: command)
      }
      steps.append(step)
    }
    guard let challenge = Challenge(steps: steps) else {
      throw .usage(
        "'--challenge \(text)': up to three movements, none twice in a row", command: command)
    }
    return challenge
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
