/// One line of a table in CSV (RFC 4180, ended by a line feed).
package enum CSVLine {
  /// Fields as a line; a field that would be misread without quotes gets them. Bytes go in as they are.
  package static func bytes(_ fields: [[UInt8]]) -> [UInt8] {
    var line: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      line += quotedIfNeeded(field)
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Texts as a line.
  package static func bytes(_ fields: [String]) -> [UInt8] {
    bytes(fields.map { Array($0.utf8) })
  }

  /// The same line for programs that take what begins like a formula for one: such a field gets an apostrophe before it, which
  /// they show as text. Numbers stay.
  ///
  /// - Parameter line: One line of a table.
  package static func spreadsheetSafe(_ line: [UInt8]) -> [UInt8] {
    guard let fields = CSVReader.rows(line).first else { return line }
    return bytes(fields.map { isFormula($0) ? [UInt8(ascii: "'")] + $0 : $0 })
  }

  private static func isFormula(_ field: [UInt8]) -> Bool {
    guard let first = field.first, "=+-@\t\r".utf8.contains(first) else { return false }
    return Double(String(decoding: field, as: UTF8.self)) == nil
  }

  private static func quotedIfNeeded(_ field: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let special: [UInt8] = [quote, UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    let isPadded = field.first == UInt8(ascii: " ") || field.last == UInt8(ascii: " ")
    guard isPadded || field.contains(where: special.contains) else { return field }
    return [quote] + field.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}
