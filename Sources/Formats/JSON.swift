/// A JSON value whose object keys keep their order, so that equal results print as equal text.
package enum JSON: Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number written with a fixed number of decimals at most; what is not finite is written as null.
  case number(Double, decimals: Int)
  /// A number written with so many significant digits, for magnitudes that differ by decades.
  case magnitude(Double, digits: Int)
  /// A number with as many digits as it takes to read the same `Double` again; what is not finite is written as null.
  case exact(Double)
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
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value, let decimals):
      text += value.isFinite ? trimmed(fixed(value, decimals: decimals)) : "null"
    case .magnitude(let value, let digits):
      text += value.isFinite ? scientific(value, digits: digits) : "null"
    case .exact(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
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
