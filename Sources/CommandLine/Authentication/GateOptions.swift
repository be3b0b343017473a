import Facelatch

/// What the options of a command say about everything that decides, and who is asked for passcodes.
struct GateOptions: Sendable {
  let configuration: Configuration
  private let passcodeDescriptor: Int?

  /// The presets of rules.
  private enum Preset: String, CaseIterable {
    case faceID = "face-id"
    case nist80063B = "nist-800-63b"
  }

  init(_ arguments: ParsedArguments) throws(Failure) {
    var configuration = try PictureOptions(arguments).configuration
    configuration.store = arguments.path(.store)
    configuration.rules = try Self.rules(arguments)
    (configuration.liveness, configuration.challenge) = try arguments.liveness()
    self.configuration = configuration
    passcodeDescriptor = try arguments.integer(.passcodeDescriptor, in: 0...1_048_575)
  }

  /// The rules that `--preset` names.
  static func rules(_ arguments: ParsedArguments) throws(Failure) -> PolicyRules {
    let preset = try arguments.choice(.preset, of: Preset.self) ?? .faceID
    return preset == .faceID ? .faceID : .nist80063B
  }

  /// The door for one run of a command.
  func gate() -> Gate { Gate(unchecked: configuration) }

  /// Who is asked: the terminal, or the descriptor that was named.
  func prompt() throws(Failure) -> any PasscodePrompt {
    guard let passcodeDescriptor else { return TerminalPrompt() }
    guard let prompt = DescriptorPrompt(descriptor: Int32(passcodeDescriptor)) else {
      throw .usage(
        "'--passcode-fd \(passcodeDescriptor)': this descriptor is not open for reading",
        cure: "open it, for example with \(passcodeDescriptor)<FILE")
    }
    return prompt
  }

  /// Refuses operands that would read from where passcodes come from.
  func check(_ operands: FrameOperands, command: String) throws(Failure) {
    guard passcodeDescriptor == 0, operands.readStandardInput else { return }
    throw .usage(
      "standard input cannot give both frames and passcodes", cure: "use another descriptor, as in 3<FILE",
      command: command)
  }
}

extension ParsedArguments {
  /// Whose record it is about.
  func user() throws(Failure) -> String {
    guard let user = try text(.user) else {
      throw .usage("'\(command)' needs '--user NAME'", command: command)
    }
    return normalised(user)
  }
}
