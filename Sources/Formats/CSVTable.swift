/// A table in CSV whose first line names the columns.
///
/// A byte-order mark is passed over, lines may end with CR LF or a line feed, empty lines are left out.
package struct CSVTable: Sendable {
  /// The names in the first line, without blanks around them, in lower case.
  package let columns: [String]
  package let rows: [Row]
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

  package init(_ bytes: [UInt8]) {
    let content = CSVReader.content(bytes)
    unclosedQuote = content.unclosedQuote
    var lines = content.lines.filter { $0.fields != [[]] }
    let header = lines.isEmpty ? [] : lines.removeFirst().fields
    columns = header.map { name in
      let text = String(decoding: name, as: UTF8.self)
      return text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().map { $0.lowercased() }.joined()
    }
    rows = lines.map { Row(line: $0.number, fields: $0.fields) }
  }

  /// Where a column stands.
  package func column(_ name: String) -> Int? {
    columns.firstIndex(of: name)
  }
}
