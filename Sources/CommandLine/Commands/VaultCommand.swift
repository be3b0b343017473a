import Facelatch

/// `facelatch vault put|get|remove|list --user NAME KEY [FRAMES…]`: small secrets that a success releases.
struct VaultCommand: Command {
  static let specification = CommandSpecification(
    name: "vault",
    summary: "keeps small secrets that only a success hands out",
    explanation: [
      "Keeps small secrets of a person, sealed in the store. 'get' authenticates the person first, by FRAMES or the passcode,",
      "and writes the secret to standard output as it was put. 'put' reads the secret from standard input byte for byte, or",
      "asks for it on a terminal; it is never an argument, which every process could read. With --assurance it also keeps what a",
      "face has to show at least before 'get' hands the secret out. 'put', 'remove' and 'list'",
      "ask for nothing: whoever may write the store could replace it.",
    ],
    operands: .init(
      usage: "put|get|remove|list [KEY] [FRAMES…]",
      summary: "what to do, the secret's name, and frames for get, as authenticate takes them",
      count: 1...Int.max),
    options: [.user] + OptionSpecification.forAuthentication + [.json, .help],
    requiredOptions: [OptionSpecification.user.name],
    examples: [
      .init(command: "facelatch vault put --user ada mail", meaning: "asks for the secret"),
      .init(
        command: "printf %s \"$TOKEN\" | facelatch vault put --user ada token",
        meaning: "takes it from a pipe, byte for byte"),
      .init(command: "facelatch vault get --user ada mail selfie.jpg", meaning: "released by the face"),
      .init(
        command: "facelatch vault put --user ada --assurance motion mail",
        meaning: "released by a face that moves, or the passcode, and by no picture"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "done"),
      .init(code: .no, meaning: "not let in; the message and the JSON name the LAError"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "there is no such person or secret, or the secret is too large"),
      .init(
        code: .configuration, meaning: "the store, the model pack or the operating points cannot be used"),
    ]
  )

  private enum Action: String, CaseIterable {
    case put, get, remove, list
  }

  private enum Work: Sendable {
    case put(String, Assurance)
    case get(String, Authentication)
    case remove(String)
    case list
  }

  private let work: Work
  private let user: String
  private let options: GateOptions
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    let action = try arguments.action(Action.self)
    user = try arguments.user()
    options = try GateOptions(arguments)
    asJSON = arguments.has(.json)
    let operands = Array(arguments.operands.dropFirst())
    if action == .list {
      if let surplus = operands.first {
        throw .usage("'vault list' takes no argument '\(surplus)'", command: "vault")
      }
      work = .list
      return
    }
    guard let key = operands.first else {
      throw .usage("'vault \(action.rawValue)' needs KEY", command: "vault")
    }
    guard let key = key.exactText.map(normalised) else {
      throw .usage("KEY is UTF-8 text, not '\(key)'", command: "vault")
    }
    if action != .get, operands.count > 1 {
      throw .usage(
        "'vault \(action.rawValue)' takes KEY only; '\(operands[1])' is too much", command: "vault")
    }
    switch action {
    case .put: work = .put(key, try arguments.assurance() ?? .nothing)
    case .get: work = .get(key, try Authentication(arguments, frames: Array(operands.dropFirst())))
    case .remove: work = .remove(key)
    case .list: work = .list
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    switch work {
    case .get(let key, let authentication): return try get(key, authentication, console)
    case .list:
      let keys = try checked { (vault) throws(StoreError) in try vault.keys() }
      if asJSON {
        try console.print(JSON.object(["user": .string(user), "keys": .array(keys.map(JSON.string))]).text)
      } else if !keys.isEmpty {
        try console.print(keys.map { printable($0) }.joined(separator: "\n"))
      }
    case .put(let key, let least):
      try requireUser()
      let secret = try SecretInput.read(key: key)
      try checked { (vault) throws(StoreError) in try vault.put(secret, key: key, leastAssurance: least) }
      try confirm("put", key, least, console)
    case .remove(let key):
      try require(key)
      try checked { (vault) throws(StoreError) in try vault.remove(key) }
      try confirm("remove", key, nil, console)
    }
    return .yes
  }

  private func get(_ key: String, _ authentication: Authentication, _ console: Console) throws(Failure)
    -> ExitCode
  {
    // Asked before, so that nobody shows the face for nothing. What the keys are called is no secret.
    let result = try authentication.run(least: try require(key))
    guard let token = result.outcome.releaseToken else {
      if asJSON { try console.print(json(result, key, nil).text) }
      var failure = Failure(result.outcome, user: user)
      failure.exitCode = result.exitCode
      failure.isInJSON = asJSON
      throw failure
    }
    let vault = try Failure.whenStoring { () throws(StoreError) in try result.gate.vault(of: user) }
    let secret: [UInt8]?
    do {
      secret = try vault.get(key, releasedBy: token)
    } catch {
      throw Failure(error)
    }
    guard let secret else { throw missing(key) }
    if asJSON {
      try console.print(json(result, key, secret).text)
    } else {
      // Standard output is the secret's; what was not asked for is told all the same.
      if result.outcome.assurance == .nothing {
        console.note("facelatch: nothing had to show that somebody lives")
      }
      try console.print(bytes: secret)
    }
    return .yes
  }

  private func json(_ result: Authentication.Result, _ key: String, _ secret: [UInt8]?) -> JSON {
    let text = secret.flatMap { String(validating: $0, as: UTF8.self) }
    return .object(
      AuthenticationReport(result: result).members + [
        .init(key: "key", value: .string(key)),
        .init(key: "secret", value: text.map(JSON.string) ?? .null),
        .init(key: "secretBase64", value: secret.map { .string(base64($0)) } ?? .null),
      ])
  }

  /// - Parameter least: What a face has to show before the secret is handed out; `nil` for one that is gone.
  private func confirm(
    _ action: String, _ key: String, _ least: Assurance?, _ console: Console
  ) throws(Failure) {
    let json = JSON.object([
      "user": .string(user), "action": .string(action), "key": .string(key), "done": .boolean(true),
      "leastAssurance": least.map { .string($0.rawValue) } ?? .null,
    ])
    let text = "\(action == "put" ? "Kept" : "Removed"): \(printable(key)) of \(printable(user))"
    try console.print(asJSON ? json.text : text)
  }

  // MARK: - Store

  private func requireUser() throws(Failure) {
    let record = try Failure.whenStoring { () throws(StoreError) in try options.gate().record(of: user) }
    guard record != nil else { throw Failure(StoreError.unknownUser(user)) }
  }

  /// What a face has to show before the secret is handed out.
  @discardableResult
  private func require(_ key: String) throws(Failure) -> Assurance {
    try requireUser()
    let least = try checked { (vault) throws(StoreError) in try vault.leastAssurance(of: key) }
    guard let least else { throw missing(key) }
    return least
  }

  private func missing(_ key: String) -> Failure {
    Failure(
      printable(user), cause: "there is no secret '\(printable(key))'",
      cure: "see 'facelatch vault list'", exitCode: .unusableInput)
  }

  private func checked<Value>(_ body: (Vault) throws(StoreError) -> Value) throws(Failure) -> Value {
    try Failure.whenStoring { () throws(StoreError) in try body(options.gate().vault(of: user)) }
  }
}
