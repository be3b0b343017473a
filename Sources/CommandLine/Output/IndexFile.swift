/// Writes `index.csv`: which row of the embeddings belongs to which face of which picture, and why a picture has none.
struct IndexFile {
  private let file: OutputFile
  /// Whether no cell begins like a formula.
  private let isSpreadsheetSafe: Bool

  static let columns = ["row", "path", "face", "quality", "length", "error"]

  init(_ file: OutputFile, isSpreadsheetSafe: Bool) throws(FileError) {
    self.isSpreadsheetSafe = isSpreadsheetSafe
    self.file = file
    try write(Self.columns.map { Array($0.utf8) })
  }

  /// Adds a face that has a row: `face` counts the faces of the picture from 0.
  func append(row: Int, path: Path, face: Int, quality: Double, length: Double) throws(FileError) {
    try write([
      Array(String(row).utf8), path.bytes, Array(String(face).utf8), Array(fixed(quality, decimals: 3).utf8),
      Array(fixed(length, decimals: 3).utf8), [],
    ])
  }

  /// Adds a picture that gave no row.
  func append(path: Path, error: String) throws(FileError) {
    try write([[], path.bytes, [], [], [], Array(error.utf8)])
  }

  func finish() throws(FileError) {
    try file.finish()
  }

  private func write(_ fields: [[UInt8]]) throws(FileError) {
    let line = CSVLine.bytes(fields)
    try file.write(isSpreadsheetSafe ? CSVLine.spreadsheetSafe(line) : line)
  }
}
