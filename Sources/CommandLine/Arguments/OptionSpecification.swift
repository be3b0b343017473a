/// An option of a command: `--json`, or `--out DIR` where it takes a value.
struct OptionSpecification: Equatable, Sendable {
  /// The full name with its dashes.
  let name: String
  /// A one-letter form, `-h`.
  let letter: String?
  /// What the help calls the value; `nil` for an option without one.
  let placeholder: String?
  let summary: String

  init(_ name: String, letter: String? = nil, placeholder: String? = nil, summary: String) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.summary = summary
  }

  /// As the help shows it: `-h, --help` or `--out DIR`.
  var usage: String {
    (letter.map { $0 + ", " } ?? "") + fullUsage
  }

  /// The full name and the value: `--out DIR`.
  var fullUsage: String {
    name + (placeholder.map { " " + $0 } ?? "")
  }
}
