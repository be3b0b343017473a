/// Text from outside (a file name, an argument) in a form that can neither steer a terminal nor break a line.
///
/// Control, format and separator characters and bytes that are not UTF-8 are written as escapes, a backslash is
/// doubled; everything else stays as it is.
package func printable(_ bytes: some Sequence<UInt8>) -> String {
  let bytes = Array(bytes)
  var result = ""
  var iterator = bytes.makeIterator()
  var parser = Unicode.UTF8.ForwardParser()
  var position = 0
  while true {
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded):
      position += encoded.count
      append(Unicode.UTF8.decode(encoded), to: &result)
    case .error(let length):
      for byte in bytes[position..<position + length] { result += hexadecimalEscape(UInt32(byte)) }
      position += length
    case .emptyInput:
      return result
    }
  }
}

/// `printable` for text that is known to be Unicode.
package func printable(_ text: String) -> String {
  printable(text.utf8)
}

/// `printable` for the beginning of a text that may be long: so many of its Unicode scalars, and `…` for the rest.
package func printable(_ text: String, limit: Int) -> String {
  guard text.unicodeScalars.count > limit else { return printable(text) }
  return printable(String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))) + "…"
}

private func append(_ scalar: Unicode.Scalar, to text: inout String) {
  switch scalar {
  case "\\": text += "\\\\"
  case "\n": text += "\\n"
  case "\r": text += "\\r"
  case "\t": text += "\\t"
  default:
    switch scalar.properties.generalCategory {
    case .control where scalar.value < 0x80: text += hexadecimalEscape(scalar.value)
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse:
      text += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: text.unicodeScalars.append(scalar)
    }
  }
}

private func hexadecimalEscape(_ value: UInt32) -> String {
  "\\x" + (value < 16 ? "0" : "") + String(value, radix: 16)
}
