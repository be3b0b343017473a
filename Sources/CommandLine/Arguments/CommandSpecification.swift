/// What a command accepts and what its help says.
struct CommandSpecification: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// Sentences for the command's own help.
  var explanation: [String] = []
  let operands: Operands
  var options: [OptionSpecification] = []
  /// Names of the options without which the command cannot run.
  var requiredOptions: Set<String> = []
  var examples: [Example] = []
  /// What each exit code means for this command.
  var outcomes: [Outcome] = []

  /// The arguments that are no options.
  struct Operands: Sendable {
    /// As the usage line shows them, `IMAGE…`; empty for none.
    let usage: String
    var summary = ""
    let count: ClosedRange<Int>
    /// Whether a further `--` stands between two sets of them; otherwise it is one of them.
    var mayBeSets = false

    static let none = Operands(usage: "", count: 0...0)
  }

  struct Example: Sendable {
    let command: String
    let meaning: String
  }

  struct Outcome: Sendable {
    let code: ExitCode
    let meaning: String
  }

  func option(named name: String) -> OptionSpecification? {
    options.first { $0.name == name || $0.letter == name }
  }
}
