/// Reads tables in CSV (RFC 4180); lines may end with a line feed alone.
package enum CSVReader {
  /// A line and its number in the file, counted from 1.
  package struct Line {
    package let number: Int
    package let fields: [[UInt8]]
  }

  /// The lines of a table, each as its fields, byte for byte.
  package static func rows(_ bytes: [UInt8]) -> [[[UInt8]]] {
    lines(bytes).map { $0.fields }
  }

  /// The lines of a table with their numbers; a byte-order mark at the beginning is no part of the first field.
  package static func lines(_ bytes: [UInt8]) -> [Line] {
    content(bytes).lines
  }

  /// The lines of a table, and the number of the line in which a quote begins that is never closed: everything from
  /// there on is one field.
  static func content(_ bytes: [UInt8]) -> (lines: [Line], unclosedQuote: Int?) {
    let (quote, comma, lineFeed) = (UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"))
    var lines: [Line] = []
    var row: [[UInt8]] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var (number, start, quoteLine) = (1, 1, 1)
    func closedField() -> [UInt8] {
      !wasQuoted && field.last == UInt8(ascii: "\r") ? field.dropLast() : field
    }
    var position = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == lineFeed { number += 1 }
      switch byte {
      case quote where isQuoted && position < bytes.count && bytes[position] == quote:
        field.append(quote)
        position += 1
      case quote where isQuoted: isQuoted = false
      case quote where field.isEmpty && !wasQuoted: (isQuoted, wasQuoted, quoteLine) = (true, true, number)
      case comma where !isQuoted:
        row.append(field)
        (field, wasQuoted) = ([], false)
      case lineFeed where !isQuoted:
        lines.append(Line(number: start, fields: row + [closedField()]))
        (row, field, wasQuoted) = ([], [], false)
        start = number
      case UInt8(ascii: "\r") where wasQuoted && !isQuoted: break
      default: field.append(byte)
      }
    }
    if !field.isEmpty || !row.isEmpty || wasQuoted {
      lines.append(Line(number: start, fields: row + [closedField()]))
    }
    return (lines, isQuoted ? quoteLine : nil)
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
}
