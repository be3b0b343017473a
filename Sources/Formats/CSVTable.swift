/// A table in CSV whose first line names the columns.
///
/// A byte-order mark is passed over, lines may end with CR LF or a line feed, empty lines are left out. Rows are taken
/// apart when they are looked at, so that a large table costs little more than its bytes.
package struct CSVTable: Sendable {
  /// The names in the first line, without blanks around them, in lower case.
  package let columns: [String]
  package let rows: Rows
  /// The line in which a quote begins that is never closed, so that all rows from there on are one field.
  package let unclosedQuote: Int?

  /// A line below the first.
  package struct Row: Sendable {
    /// The line's place in the file, counted from 1; a line break within quotes counts.
    package let line: Int
    package let fields: [[UInt8]]

    /// The field in a column; empty where the line is too short.
    package subscript(column: Int) -> [UInt8] {
      fields.indices.contains(column) ? fields[column] : []
    }

    /// The field as text; bytes that are not UTF-8 become U+FFFD.
    package func text(_ column: Int?) -> String {
      column.map { String(decoding: self[$0], as: UTF8.self) } ?? ""
    }
  }

  /// The lines below the first, in their order.
  package struct Rows: RandomAccessCollection, Sendable {
    fileprivate let bytes: [UInt8]
    /// Where each begins, and its place in the file.
    fileprivate let places: [Place]

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }

    package subscript(index: Int) -> Row {
      Row(line: places[index].line, fields: CSVReader.line(of: bytes, at: places[index].start).fields)
    }
  }

  fileprivate struct Place: Sendable {
    let start: Int
    let line: Int
  }

  package init(_ bytes: [UInt8]) {
    var places: [Place] = []
    var position = CSVReader.start(of: bytes)
    var line = 1
    var unclosedQuote: Int?
    while position < bytes.count {
      let extent = CSVReader.extent(of: bytes.span, at: position)
      if !Self.isEmpty(bytes[position..<extent.end]) { places.append(Place(start: position, line: line)) }
      unclosedQuote = extent.lineFeedsBeforeOpenQuote.map { line + $0 }
      position = extent.end
      line += extent.lineFeeds
    }
    self.unclosedQuote = unclosedQuote
    let header = places.isEmpty ? [] : CSVReader.line(of: bytes, at: places.removeFirst().start).fields
    columns = header.map { name in
      let text = String(decoding: name, as: UTF8.self)
      return text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().map { $0.lowercased() }.joined()
    }
    rows = Rows(bytes: bytes, places: places)
  }

  private static func isEmpty(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// Where a column stands.
  package func column(_ name: String) -> Int? {
    columns.firstIndex(of: name)
  }
}
