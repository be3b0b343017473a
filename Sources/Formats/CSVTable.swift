/// A table in CSV whose first line names the columns.
///
/// A byte-order mark is passed over, lines may end with CR LF or a line feed, empty lines are left out. Rows are taken
/// apart when they are looked at, so that a large table costs little more than its bytes; a file that is no table at all
/// costs no more either, as fields, their lengths and rows are limited.
package struct CSVTable: Sendable {
  /// The names in the first line, without blanks around them, in lower case.
  package let columns: [String]
  package let rows: Rows
  /// Why rows are missing; `nil` where all are there.
  package let fault: CSVFault?
  /// Most rows of a table, more than the longest lists of pairs have.
  package static let rowLimit = 20_000_000

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

  /// - Parameter rowLimit: Most lines that are taken.
  package init(_ bytes: [UInt8], rowLimit: Int = CSVTable.rowLimit) {
    var places: [Place] = []
    var position = CSVReader.start(of: bytes)
    var line = 1
    var fault: CSVFault?
    while position < bytes.count, fault == nil {
      let extent = CSVReader.extent(of: bytes.span, at: position)
      fault = Self.fault(extent, line: line)
      if extent.excess != nil { break }
      if !Self.isEmpty(bytes[position..<extent.end]) {
        // The first line is no row.
        if places.count > rowLimit {
          fault = .tooManyRows(limit: rowLimit)
          break
        }
        places.append(Place(start: position, line: line))
      }
      position = extent.end
      line += extent.lineFeeds
    }
    self.fault = fault
    let header = places.isEmpty ? [] : CSVReader.line(of: bytes, at: places.removeFirst().start).fields
    columns = header.map { name in
      let text = String(decoding: name, as: UTF8.self)
      return text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().map { $0.lowercased() }.joined()
    }
    rows = Rows(bytes: bytes, places: places)
  }

  private static func fault(_ extent: CSVReader.Extent, line: Int) -> CSVFault? {
    switch extent.excess {
    case .fields: .tooManyFields(line: line, limit: CSVReader.fieldLimit)
    case .bytes: .fieldTooLong(line: line, byteLimit: CSVReader.fieldByteLimit)
    case nil: extent.lineFeedsBeforeOpenQuote.map { .unclosedQuote(line: line + $0) }
    }
  }

  private static func isEmpty(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// Where a column stands.
  package func column(_ name: String) -> Int? {
    columns.firstIndex(of: name)
  }
}
