/// Lays out help: usage, arguments, options and examples, aligned, at most 80 columns wide where words allow.
enum HelpText {
  private static let width = 80
  private static let column = 26

  /// The help of one command.
  static func text(for command: CommandSpecification) -> String {
    var sections = [wrapped(command.explanation.joined(separator: " "))]
    let operands = command.operands.usage.isEmpty ? "" : " " + command.operands.usage
    let required = command.options.filter { command.requiredOptions.contains($0.name) }
      .map { " " + $0.fullUsage }.joined()
    sections.append("USAGE\n  facelatch \(command.name)\(operands)\(required) [OPTION…]")
    if !command.operands.usage.isEmpty {
      sections.append("ARGUMENTS\n" + row(command.operands.usage, command.operands.summary))
    }
    sections.append("OPTIONS\n" + command.options.map { row($0.usage, $0.summary) }.joined(separator: "\n"))
    if !command.outcomes.isEmpty {
      let rows = command.outcomes.map { row(String($0.code.rawValue), $0.meaning, column: 5) }
      sections.append("EXIT CODES\n" + rows.joined(separator: "\n"))
    }
    sections.append(
      "EXAMPLES\n" + command.examples.map(example).joined(separator: "\n"))
    return sections.joined(separator: "\n\n")
  }

  /// The help of the program.
  static func overview(of commands: [CommandSpecification]) -> String {
    let rows = commands.map { row($0.name, $0.summary, column: 16) }
    return """
      Facelatch: is this the enrolled person? Faces, passcodes and what they unlock.

      USAGE
        facelatch COMMAND [ARGUMENT…] [OPTION…]

      COMMANDS
      \(rows.joined(separator: "\n"))

      OPTIONS
      \(row(OptionSpecification.help.usage, OptionSpecification.help.summary))
      \(row(OptionSpecification.version.usage, OptionSpecification.version.summary))

      EXIT CODES
        0  yes, or done
        1  no
        2  the command line is wrong
        3  an input cannot be used
        4  the store or the model pack cannot be used, or output cannot be written

      EXAMPLES
        facelatch demo
            what it can do, shown on the sample pictures
        facelatch compare passport.jpg selfie.jpg
            whether two photos show the same person
        facelatch compare --help
            all about one command
      """
  }

  private static func example(_ example: CommandSpecification.Example) -> String {
    let meaning = wrapped(example.meaning, width: width - 6).split(separator: "\n")
    return "  \(example.command)\n      " + meaning.joined(separator: "\n      ")
  }

  /// A term and its explanation in two columns; a term that is too long gets a line of its own.
  private static func row(_ term: String, _ summary: String, column: Int = column) -> String {
    let lines = wrapped(summary, width: width - column).split(
      separator: "\n", omittingEmptySubsequences: false)
    let indentation = String(repeating: " ", count: column)
    var text = "  " + term
    if text.count + 2 > column {
      text += "\n" + indentation
    } else {
      text += String(repeating: " ", count: column - text.count)
    }
    return text + lines.joined(separator: "\n" + indentation)
  }

  /// Breaks text between words.
  static func wrapped(_ text: String, width: Int = width) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
