import Facelatch

/// `facelatch passcode set|change|clear --user NAME`.
struct PasscodeCommand: Command {
  static let specification = CommandSpecification(
    name: "passcode",
    summary: "sets, changes or clears the passcode of a person",
    explanation: [
      "Sets the first passcode of a person, changes it, or clears it. Everything else needs a passcode first: it",
      "allows enrolment, it lets in where the face does not do, and it clears the lock of the face. Clearing it removes",
      "the person's faces and secrets too, since anybody could set a new one afterwards. It is asked for on the",
      "terminal, without being shown; with --passcode-fd each line is one answer: the new passcode for set, the present and",
      "the new one for change, the present one for clear.",
    ],
    operands: .init(usage: "set|change|clear", summary: "what to do", count: 1...1),
    options: [.user] + OptionSpecification.forPasscodes + [.json, .help],
    requiredOptions: [OptionSpecification.user.name],
    examples: [
      .init(command: "facelatch passcode set --user ada", meaning: "asks for the new passcode twice"),
      .init(
        command: "facelatch passcode change --user ada --passcode-fd 3 3<answers.txt",
        meaning: "the present and the new passcode are the two lines of a file"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "done"),
      .init(code: .no, meaning: "refused: a wrong passcode, cancelled, or there is one already"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(
        code: .unusableInput, meaning: "the new passcode is too short or too long, or its repetition differs"),
      .init(code: .configuration, meaning: "the store cannot be used"),
    ]
  )

  private enum Action: String, CaseIterable {
    case set, change, clear

    var past: String {
      switch self {
      case .set: "set"
      case .change: "changed"
      case .clear: "cleared, with faces and secrets"
      }
    }
  }

  private let action: Action
  private let user: String
  private let options: GateOptions
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    action = try arguments.action(Action.self)
    user = try arguments.user()
    options = try GateOptions(arguments)
    asJSON = arguments.has(.json)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let failure = Self.failure(of: { () throws(Failure) in try change() })
    if asJSON {
      try console.print(
        JSON.object([
          "user": .string(user), "action": .string(action.rawValue), "done": .boolean(failure == nil),
          "error": failure?.json ?? .null,
        ]).text)
    }
    if let failure { throw failure.told(inJSON: asJSON) }
    if !asJSON { try console.print("Passcode \(action.past): \(printable(user))") }
    return .yes
  }

  private func change() throws(Failure) {
    let prompt = try options.prompt()
    let manager = try Failure.whenStoring { () throws(StoreError) in
      try options.gate().passcodes(makingStore: action == .set)
    }
    do throws(PasscodeError) {
      switch action {
      case .set: try manager.set(user: user, prompt: prompt)
      case .change: try manager.change(user: user, prompt: prompt)
      case .clear: try manager.clear(user: user, prompt: prompt)
      }
    } catch {
      throw Failure(error)
    }
  }
}

extension Command {
  /// Why a piece of work failed, for commands that print an object in any case.
  static func failure(of work: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
      try work()
      return nil
    } catch {
      return error
    }
  }
}
