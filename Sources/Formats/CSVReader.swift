/// Reads tables in CSV (RFC 4180); lines may end with a line feed alone.
package enum CSVReader {
  /// The lines of a table, each as its fields, byte for byte.
  package static func rows(_ bytes: [UInt8]) -> [[[UInt8]]] {
    var rows: [[[UInt8]]] = []
    var position = start(of: bytes)
    while position < bytes.count {
      let line = line(of: bytes, at: position)
      rows.append(line.fields)
      position = line.end
    }
    return rows
  }

  /// Where the first line begins: a byte-order mark is no part of its first field.
  static func start(of bytes: [UInt8]) -> Int {
    bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
  }

  /// The line that begins at a position before the end: its fields, and where the next one begins.
  static func line(of bytes: [UInt8], at start: Int) -> (fields: [[UInt8]], end: Int) {
    var fields: [[UInt8]] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var position = start
    func closedField() -> [UInt8] {
      !wasQuoted && field.last == carriageReturn ? field.dropLast() : field
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case quote where isQuoted && position < bytes.count && bytes[position] == quote:
        field.append(quote)
        position += 1
      case quote where isQuoted: isQuoted = false
      case quote where field.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
      case comma where !isQuoted:
        fields.append(field)
        (field, wasQuoted) = ([], false)
      case lineFeed where !isQuoted: return (fields + [closedField()], position)
      case carriageReturn where wasQuoted && !isQuoted: break
      default: field.append(byte)
      }
    }
    return (fields + [closedField()], position)
  }

  /// Where a line ends, and what lies on the way.
  struct Extent {
    let end: Int
    var lineFeeds = 0
    /// How many line feeds stand before the quote that is never closed, if there is one.
    var lineFeedsBeforeOpenQuote: Int?
    /// What there is too much of, where the walk ended before the line.
    var excess: Excess?
  }

  /// What a line has more of than is read.
  enum Excess {
    case fields, bytes
  }

  /// Most fields of a line, far more than any table has columns.
  package static let fieldLimit = 4_096
  /// Most bytes of a field, far more than any path or name has.
  package static let fieldByteLimit = 1 << 20

  /// Where the line that begins at a position ends: the same walk without the fields.
  static func extent(of bytes: Span<UInt8>, at start: Int) -> Extent {
    var isQuoted = false
    // Whether a quote would open a quoted field here.
    var mayOpen = true
    var position = start
    var lineFeeds = 0
    var lineFeedsBeforeQuote = 0
    var fieldCount = 1
    var fieldStart = start
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if position - fieldStart > fieldByteLimit {
        return Extent(end: position, lineFeeds: lineFeeds, excess: .bytes)
      }
      if isQuoted {
        if byte == lineFeed { lineFeeds += 1 }
        guard byte == quote else { continue }
        if position < bytes.count, bytes[position] == quote { position += 1 } else { isQuoted = false }
        continue
      }
      switch byte {
      case quote where mayOpen: (isQuoted, mayOpen, lineFeedsBeforeQuote) = (true, false, lineFeeds)
      case comma:
        (mayOpen, fieldStart) = (true, position)
        fieldCount += 1
        if fieldCount > fieldLimit { return Extent(end: position, lineFeeds: lineFeeds, excess: .fields) }
      case lineFeed: return Extent(end: position, lineFeeds: lineFeeds + 1)
      default: mayOpen = false
      }
    }
    return Extent(
      end: position, lineFeeds: lineFeeds, lineFeedsBeforeOpenQuote: isQuoted ? lineFeedsBeforeQuote : nil)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
}
