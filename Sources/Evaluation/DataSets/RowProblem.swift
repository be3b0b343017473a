/// A row of a protocol file, or a file of a data set, that was left out, and why.
package struct RowProblem: Hashable, Sendable {
  /// Where: a line of the protocol file, counted from 1; nothing for a file found in a folder.
  package let line: Int?

  /// What was left out, in one line and safe to print.
  package let cause: String

  /// For example `line 7: a path is missing`.
  package var text: String { (line.map { "line \($0): " } ?? "") + cause }

  package init(line: Int? = nil, cause: String) {
    self.line = line
    self.cause = cause
  }
}
