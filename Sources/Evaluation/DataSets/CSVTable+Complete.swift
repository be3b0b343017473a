import Formats

extension CSVTable {
  /// Reads a table whose quotes are all closed: behind one that is not, rows would be lost without a word.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: What to call the file in errors.
  init(complete bytes: [UInt8], name: String) throws(EvaluationError) {
    self.init(bytes)
    guard let unclosedQuote else { return }
    throw .unusableTable(
      file: name, cause: "the quote in line \(unclosedQuote) is never closed",
      cure: "close it; a quote within quotes is written twice")
  }
}
