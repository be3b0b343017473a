import Formats

/// HTML whose literal parts are trusted and whose interpolated texts are escaped.
///
/// `"<p>\(path)</p>" as Markup` is safe whatever the path holds; to insert HTML, interpolate another `Markup`.
struct Markup: ExpressibleByStringInterpolation, Sendable {
  private(set) var text: String

  init() {
    text = ""
  }

  init(stringLiteral value: String) {
    text = value
  }

  init(stringInterpolation: Interpolation) {
    text = stringInterpolation.text
  }

  /// HTML that is known to be safe, for example numbers in a script.
  init(trusted text: String) {
    self.text = text
  }

  var isEmpty: Bool { text.isEmpty }

  static func += (left: inout Markup, right: Markup) {
    left.text += right.text
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    mutating func appendInterpolation(_ value: String) {
      text += Markup.escaped(value)
    }

    mutating func appendInterpolation(_ value: Int) {
      text += String(value)
    }

    mutating func appendInterpolation(_ markup: Markup) {
      text += markup.text
    }

    mutating func appendInterpolation(_ markups: [Markup]) {
      for markup in markups { text += markup.text }
    }
  }

  /// Text as it may stand between tags and within quoted attributes, in HTML and in XML.
  ///
  /// What a reader could not see, or what would turn the direction of the text around it (control and format
  /// characters, separators of lines), is shown as an escape such as `\u{202e}`.
  static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isVisible(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{" + String(scalar.value, radix: 16) + "}"
        }
      }
    }
    return result
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7f }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return false
    default: return true
    }
  }
}
