/// Why a table is read no further than a line, counted from 1.
package enum CSVFault: Hashable, Sendable {
  /// A quote is never closed, so that all rows from there on are one field.
  case unclosedQuote(line: Int)
  /// A row has more fields than are read.
  case tooManyFields(line: Int, limit: Int)
  /// A field has more bytes than are read.
  case fieldTooLong(line: Int, byteLimit: Int)
  /// There are more rows than are read.
  case tooManyRows(limit: Int)
}
