import Facelatch

/// `facelatch users list|show|remove`: who is in the store.
struct UsersCommand: Command {
  static let specification = CommandSpecification(
    name: "users",
    summary: "lists, shows and removes the people in the store",
    explanation: [
      "Lists the people in the store, shows what is kept about one of them, or removes one with faces, passcode and secrets.",
      "Removing a person asks for nothing, since whoever may write the store could as well delete it; removing one",
      "appearance with --appearance asks for the passcode.",
    ],
    operands: .init(
      usage: "list|show|remove", summary: "what to do; show and remove need --user", count: 1...1),
    options: [.user, removal] + OptionSpecification.forPasscodes + [.json, .help],
    examples: [
      .init(command: "facelatch users list", meaning: "their names, one a line"),
      .init(
        command: "facelatch users show --user ada", meaning: "what is enrolled, and whether it is locked"),
      .init(
        command: "facelatch users remove --user ada --appearance 2", meaning: "forgets the second appearance"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "done"),
      .init(code: .no, meaning: "refused: a wrong passcode"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "there is no such person or appearance"),
      .init(code: .configuration, meaning: "the store cannot be used"),
    ]
  )

  private static let removal = OptionSpecification(
    "--appearance", placeholder: "1|2", summary: "remove this appearance alone")

  private enum Action: String, CaseIterable {
    case list, show, remove
  }

  private let action: Action
  private let user: String?
  private let appearance: AppearanceNumber?
  private let options: GateOptions
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    action = try arguments.action(Action.self)
    appearance = try arguments.choice(Self.removal, of: AppearanceNumber.self)
    options = try GateOptions(arguments)
    asJSON = arguments.has(.json)
    switch action {
    case .list: user = nil
    case .show, .remove: user = try arguments.user()
    }
    if action == .list, arguments.has(.user) {
      throw .usage("'users list' takes no '--user'", cure: "take 'users show'", command: "users")
    }
    if action != .remove, appearance != nil {
      throw .usage("'--appearance' goes with 'users remove' only", command: "users")
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let gate = options.gate()
    let store = try Failure.whenStoring { () throws(StoreError) in try gate.store() }
    if store.isMissing {
      console.note("facelatch: \(Obstacle.noStore(directory: options.configuration.location.directory))")
    }
    guard let user else {
      try list(store.store, console)
      return .yes
    }
    if action == .show {
      try show(user, store.store, gate, console)
      return .yes
    }
    let failure = Self.failure(of: { () throws(Failure) in try remove(user, gate) })
    if asJSON {
      try console.print(
        JSON.object([
          "user": .string(user), "action": .string("remove"),
          "appearance": appearance.map { .integer($0 == .first ? 1 : 2) } ?? .null,
          "done": .boolean(failure == nil), "error": failure?.json ?? .null,
        ]).text)
    }
    if let failure { throw failure.told(inJSON: asJSON) }
    if !asJSON {
      try console.print(
        "Removed: \(printable(user))" + (appearance.map { ", appearance " + $0.rawValue } ?? ""))
    }
    return .yes
  }

  private func list(_ store: any Store, _ console: Console) throws(Failure) {
    let names: [String]
    do { names = try store.userNames() } catch { throw Failure(error) }
    if asJSON {
      try console.print(JSON.object(["users": .array(names.map(JSON.string))]).text)
    } else if names.isEmpty {
      console.note("facelatch: nobody is in the store")
    } else {
      try console.print(names.map { printable($0) }.joined(separator: "\n"))
    }
  }

  private func show(_ user: String, _ store: any Store, _ gate: Gate, _ console: Console) throws(Failure) {
    let report: UserReport
    do throws(StoreError) {
      guard let record = try store.record(of: user) else { throw .unknownUser(user) }
      report = UserReport(
        record: record, rules: options.configuration.rules,
        secretCount: try store.secretKeys(of: user).count,
        faceError: gate.lockOfFace(of: user)?.error)
    } catch {
      throw Failure(error)
    }
    try console.print(asJSON ? report.json.text : report.text)
  }

  private func remove(_ user: String, _ gate: Gate) throws(Failure) {
    guard let appearance else {
      let passcodes = try Failure.whenStoring { () throws(StoreError) in try gate.passcodes() }
      do throws(PasscodeError) {
        try passcodes.removeUser(user)
      } catch {
        throw Failure(error)
      }
      return
    }
    let prompt = try options.prompt()
    do throws(EnrolmentError) {
      try gate.removeFaces(of: user, label: appearance.label, prompt: prompt)
    } catch {
      throw Failure(error)
    }
  }
}
