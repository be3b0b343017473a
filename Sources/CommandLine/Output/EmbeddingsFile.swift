/// Writes a matrix of float32 rows in NumPy's `.npy` format, version 1.0, row by row.
struct EmbeddingsFile {
  /// Numbers in one row.
  let columnCount: Int
  private(set) var rowCount = 0
  private let file: OutputFile

  /// - Parameter file: No stream, since its beginning is written again.
  init(_ file: OutputFile, columnCount: Int) throws(FileError) {
    self.columnCount = columnCount
    self.file = file
    // The number of rows is known at the end only; the header has a fixed size, so that it can be replaced then.
    try file.write(Self.header(rowCount: 0, columnCount: columnCount))
  }

  /// Adds a row and returns its number, from 0.
  mutating func append(_ row: [Float]) throws(FileError) -> Int {
    precondition(row.count == columnCount)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * row.count)
    for number in row {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    try file.write(bytes)
    rowCount += 1
    return rowCount - 1
  }

  /// Completes the file under its name.
  func finish() throws(FileError) {
    try file.finish(replacingBeginningWith: Self.header(rowCount: rowCount, columnCount: columnCount))
  }

  static let headerByteCount = 128

  /// Magic, version and a Python literal, padded with spaces to `headerByteCount`.
  static func header(rowCount: Int, columnCount: Int) -> [UInt8] {
    let literal = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(rowCount), \(columnCount)), }"
    let magic: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0]
    let length = headerByteCount - magic.count - 2
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: length - literal.utf8.count - 1)
    return magic + [UInt8(length & 0xff), UInt8(length >> 8)] + literal.utf8 + padding + [UInt8(ascii: "\n")]
  }
}
