/// A row of a protocol file, or a file of a data set, that was left out, and why.
package struct RowProblem: Hashable, Sendable {
  /// Where: a line of the protocol file, counted from 1; `nil` for a file found in a folder.
  package let line: Int?

  package let refusal: RowRefusal

  package init(line: Int? = nil, _ refusal: RowRefusal) {
    self.line = line
    self.refusal = refusal
  }

  /// What was left out, in one line and safe to print.
  package var cause: String { refusal.description }

  /// For example `line 7: a path is missing`.
  package var text: String { (line.map { "line \($0): " } ?? "") + cause }
}

/// Takes the rows of a protocol file and keeps which of them were left out.
struct RowReader {
  private(set) var problems: [RowProblem] = []

  /// Lets `read` take a row, and notes it where it is refused.
  mutating func take(line: Int, _ read: () throws(RowRefusal) -> Void) {
    do throws(RowRefusal) { try read() } catch { refuse(line: line, error) }
  }

  /// Notes a row that turned out to say nothing.
  mutating func refuse(line: Int, _ refusal: RowRefusal) {
    problems.append(RowProblem(line: line, refusal))
  }
}
