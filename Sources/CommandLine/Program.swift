import Facelatch
@_exported import Formats
@_exported import Platform

/// The command line: finds the command, runs it and ends with its exit code.
@main
enum Program {
  static let commands: [any Command.Type] = [
    InspectCommand.self, CompareCommand.self, EmbedCommand.self, IdentifyCommand.self, EnrollCommand.self,
    AuthenticateCommand.self, PasscodeCommand.self, UsersCommand.self, VaultCommand.self,
    AuditCommand.self, EvaluateCommand.self, TuneCommand.self, PackCommand.self, DoctorCommand.self,
    DemoCommand.self,
  ]

  static func main() async {
    let console = Console()
    let arguments = rawArguments()
    let code: ExitCode
    do {
      code = try await run(arguments, console)
    } catch {
      console.report(error)
      // A program that reads objects gets one in any case; where not even that can be written, nobody is left to tell.
      if asksForJSON(arguments), !error.isInJSON {
        try? console.print(JSON.object(["error": error.json]).text)
      }
      code = error.exitCode
    }
    // Not `exit`: its handlers would run beside worker threads, and nothing is buffered that they had to write.
    _exit(code.rawValue)
  }

  /// Runs the program with the arguments that follow its name.
  static func run(_ arguments: [[UInt8]], _ console: Console) async throws(Failure) -> ExitCode {
    guard let first = arguments.first else {
      console.note(HelpText.overview(of: commands.map { $0.specification }))
      return .usage
    }
    let rest = Array(arguments.dropFirst())
    switch String(decoding: first, as: UTF8.self) {
    case "--help", "-h":
      return try await help([], console)
    case "help":
      return try await help(rest, console)
    case "--version":
      try console.print("facelatch \(facelatchVersion)")
      return .yes
    case let name:
      return try await command(named: name).run(with: rest, console)
    }
  }

  private static func help(_ arguments: [[UInt8]], _ console: Console) async throws(Failure) -> ExitCode {
    guard let name = arguments.first, name != Array("help".utf8) else {
      try console.print(HelpText.overview(of: commands.map { $0.specification }))
      return .yes
    }
    let command = try command(named: String(decoding: name, as: UTF8.self))
    try console.print(HelpText.text(for: command.specification))
    return .yes
  }

  private static func command(named name: String) throws(Failure) -> any Command.Type {
    if let command = commands.first(where: { $0.specification.name == name }) { return command }
    let isOption = name.hasPrefix("-")
    let names = isOption ? ["--help", "--version"] : commands.map { $0.specification.name } + ["help"]
    throw .usage(
      "there is no \(isOption ? "option" : "command") '\(printable(name))'",
      cure: nearestName(to: name, in: names).map { "did you mean '\($0)'?" })
  }

  /// Whether objects are asked for, also by a command line that is wrong elsewhere.
  private static func asksForJSON(_ arguments: [[UInt8]]) -> Bool {
    arguments.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8))
  }

  /// The arguments byte for byte; `CommandLine.arguments` would repair what is not valid UTF-8.
  private static func rawArguments() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { pointer in
        UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)).map { $0 }
      }
    }
  }
}

extension Command {
  fileprivate static func run(with arguments: [[UInt8]], _ console: Console) async throws(Failure) -> ExitCode
  {
    let parsed = try parsed(arguments)
    if parsed.has(.help) {
      try console.print(HelpText.text(for: specification))
      return .yes
    }
    return try await Self(parsed).run(console)
  }
}
