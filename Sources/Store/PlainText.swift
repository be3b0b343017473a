/// Texts from outside that serve as names and keys.
package enum PlainText {
  /// Most bytes of a user name or of the key of a secret.
  package static let nameLimit = 255

  /// Whether a text can serve as a name: not empty, not too long, nothing in it that a terminal obeys, no blank at either
  /// end, which nobody would see.
  package static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return false }
    return text.utf8.count <= nameLimit && scalars.allSatisfy(isPrintable)
      && !first.properties.isWhitespace && !last.properties.isWhitespace
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }
}
