/// Texts from outside that go into messages, names and keys.
package enum PlainText {
  /// Most bytes of a user name or of the key of a secret.
  package static let nameLimit = 255

  /// Whether a text can serve as a name: not empty, not too long, nothing in it that a terminal obeys.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= nameLimit && text.unicodeScalars.allSatisfy(isPrintable)
  }

  /// A text with everything replaced that a terminal would obey, cut to `limit` characters.
  package static func printable(_ text: String, limit: Int) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      result.unicodeScalars.append(isPrintable(scalar) ? scalar : "\u{FFFD}")
    }
    return text.unicodeScalars.count > limit ? result + "…" : result
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }
}
