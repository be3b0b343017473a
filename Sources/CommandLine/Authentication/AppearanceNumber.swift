/// The looks of a person by the numbers that the command line gives them.
enum AppearanceNumber: String, CaseIterable, Sendable {
  case first = "1"
  case second = "2"

  /// The name under which the store keeps the look. Programs that enrol through the library may use other ones.
  var label: String {
    switch self {
    case .first: "default"
    case .second: "alternate"
    }
  }

  /// How the command line calls a look.
  static func name(of label: String) -> String {
    allCases.first { $0.label == label }.map { "appearance " + $0.rawValue }
      ?? "appearance \"\(printable(label))\""
  }
}

extension OptionSpecification {
  static let appearance = OptionSpecification(
    "--appearance", placeholder: "1|2", summary: "which of the person's two appearances it is (default: 1)")
}
