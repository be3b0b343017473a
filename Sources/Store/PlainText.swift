import Platform

/// Texts from outside that go into messages, names and keys.
package enum PlainText {
  /// Most bytes of a user name or of the key of a secret.
  package static let nameLimit = 255

  /// Whether a text can serve as a name: not empty, not too long, nothing in it that a terminal obeys.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= nameLimit && text.unicodeScalars.allSatisfy(isPrintable)
  }

  /// The beginning of a text in a form that no terminal obeys; see `printable(_:limit:)`.
  package static func printable(_ text: String, limit: Int) -> String {
    Platform.printable(text, limit: limit)
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }
}
