extension OptionSpecification {
  static let help = OptionSpecification("--help", letter: "-h", summary: "show this help")
  static let version = OptionSpecification("--version", summary: "show the version")
  static let json = OptionSpecification("--json", summary: "print the result as JSON, one object on a line")
  static let models = OptionSpecification(
    "--models", placeholder: "DIR", summary: "take the model pack in DIR instead of the built-in one")
  static let maximumPixels = OptionSpecification(
    "--max-pixels", placeholder: "N",
    summary: "refuse pictures with more than N pixels, for example 48M (default 64M)")
  static let threads = OptionSpecification(
    "--threads", placeholder: "N", summary: "work on N pictures at a time (default: one per processor)")

  /// What every command that looks at pictures accepts.
  static let forPictures: [OptionSpecification] = [models, maximumPixels, threads]
}
