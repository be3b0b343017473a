/// Just enough JSON for lines of figures.
enum JSON {
  case number(Double)
  case text(String)
  case flag(Bool)
  case list([JSON])
  case object([(String, JSON)])
  case null

  /// A number with at most three decimals.
  static func rounded(_ value: Double?) -> JSON {
    value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null
  }

  var line: String {
    switch self {
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .text(let text): Self.quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let items): "[" + items.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.0) + ":" + $0.1.line }.joined(separator: ",") + "}"
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default:
        if scalar.value < 32 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
