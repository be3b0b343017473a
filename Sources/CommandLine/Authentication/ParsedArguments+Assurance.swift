import Facelatch

extension ParsedArguments {
  /// The words of `--assurance`; nothing need not be asked for.
  static let assurances: [Assurance] = [.picture, .motion, .challenge]

  /// What `--assurance` asks for at least.
  func assurance() throws(Failure) -> Assurance? {
    try choice(.assurance, among: Self.assurances)
  }

  /// What a face has to be worth at least: what `--assurance` asks for, else what is named to show that somebody lives.
  ///
  /// - Parameter liveness: What is named to show that somebody lives; must not be less than what is asked for.
  func leastAssurance(checking liveness: LivenessRequirement?) throws(Failure) -> Assurance {
    let named = liveness?.assurance
    guard let asked = try assurance() else { return named ?? .nothing }
    if let liveness, let named, named < asked {
      throw .usage(
        "'--assurance \(asked.rawValue)' does not go with '--liveness \(liveness.rawValue)'", command: command
      )
    }
    return asked
  }
}
