/// A JSON value whose object keys keep their order, so that equal results print as equal text.
package enum JSON: Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number written with a fixed number of decimals at most; what is not finite is written as null.
  case number(Double, decimals: Int)
  /// A number written with so many significant digits, for magnitudes that differ by decades.
  case magnitude(Double, digits: Int)
  /// A number in given digits.
  case literal(JSONNumber)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSON

    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// An object with its members in the order written.
  package static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  /// The value as text on one line.
  package var text: String {
    var text = ""
    write(to: &text, depth: nil)
    return text
  }

  /// The value as text for people: one element a line, two spaces deeper than what holds it, and a line break at the
  /// end.
  package var indentedText: String {
    var text = ""
    write(to: &text, depth: 0)
    return text + "\n"
  }

  /// - Parameter depth: How deep the value lies; `nil` for text on one line.
  private func write(to text: inout String, depth: Int?) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value, let decimals):
      text += value.isFinite ? trimmed(fixed(value, decimals: decimals)) : "null"
    case .magnitude(let value, let digits):
      text += value.isFinite ? scientific(value, digits: digits) : "null"
    case .literal(let number): text += number.text
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &text, depth: depth) { value, text, depth in
        value.write(to: &text, depth: depth)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, depth: depth) { member, text, depth in
        Self.write(member.key, to: &text)
        text += depth == nil ? ":" : ": "
        member.value.write(to: &text, depth: depth)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to text: inout String, depth: Int?,
    _ writeElement: (Element, inout String, Int?) -> Void
  ) {
    func breakLine(_ depth: Int) {
      text += "\n" + String(repeating: "  ", count: depth)
    }
    text += brackets.0
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let depth { breakLine(depth + 1) }
      writeElement(element, &text, depth.map { $0 + 1 })
    }
    if let depth, !elements.isEmpty { breakLine(depth) }
    text += brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{200b}"..."\u{200f}", "\u{2028}"..."\u{202e}",
        "\u{2060}"..."\u{2069}", "\u{feff}":
        // Allowed in part, but a terminal must not act on what a file is called.
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
