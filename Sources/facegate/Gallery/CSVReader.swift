/// Reads tables in CSV (RFC 4180); lines may end with a line feed alone.
enum CSVReader {
  /// The lines of a table, each as its fields, byte for byte.
  static func rows(_ bytes: [UInt8]) -> [[[UInt8]]] {
    let (quote, comma, lineFeed) = (UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"))
    var rows: [[[UInt8]]] = []
    var row: [[UInt8]] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    func closedField() -> [UInt8] {
      !wasQuoted && field.last == UInt8(ascii: "\r") ? field.dropLast() : field
    }
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case quote where isQuoted && position < bytes.count && bytes[position] == quote:
        field.append(quote)
        position += 1
      case quote where isQuoted: isQuoted = false
      case quote where field.isEmpty: (isQuoted, wasQuoted) = (true, true)
      case comma where !isQuoted:
        row.append(field)
        (field, wasQuoted) = ([], false)
      case lineFeed where !isQuoted:
        rows.append(row + [closedField()])
        (row, field, wasQuoted) = ([], [], false)
      default: field.append(byte)
      }
    }
    if !field.isEmpty || !row.isEmpty { rows.append(row + [closedField()]) }
    return rows
  }
}
