/// Reads a matrix of float32 rows from NumPy's `.npy` format, version 1.0.
struct EmbeddingsReader {
  let rowCount: Int
  let columnCount: Int
  private let bytes: [UInt8]
  private let start: Int

  /// Checks the header and that all rows are there.
  init(_ bytes: [UInt8], path: Path) throws(Failure) {
    let magic: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0]
    guard bytes.starts(with: magic), bytes.count >= 10,
      case let length = Int(bytes[8]) | Int(bytes[9]) << 8, bytes.count >= 10 + length,
      let shape = Self.shape(String(decoding: bytes[10..<10 + length], as: UTF8.self))
    else {
      throw Failure(
        path.description, cause: "is no float32 matrix in NumPy's format",
        cure: "run 'facelatch embed' again",
        exitCode: .unusableInput)
    }
    let (count, isTooLarge) = shape.rows.multipliedReportingOverflow(by: shape.columns)
    guard !isTooLarge, count <= Int.max / 4, bytes.count - 10 - length == 4 * count else {
      throw Failure(
        path.description, cause: "does not hold as many numbers as it says",
        cure: "run 'facelatch embed' again",
        exitCode: .unusableInput)
    }
    (rowCount, columnCount, start) = (shape.rows, shape.columns, 10 + length)
    self.bytes = bytes
  }

  /// A row, which has to exist.
  func row(_ index: Int) -> [Float] {
    (0..<columnCount).map { column in
      let place = start + 4 * (index * columnCount + column)
      return Float(
        bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) })
    }
  }

  /// Rows and columns from the Python literal of the header.
  private static func shape(_ header: String) -> (rows: Int, columns: Int)? {
    guard header.contains("'descr': '<f4'"), header.contains("'fortran_order': False"),
      let open = header.firstIndex(of: "("), let close = header[open...].firstIndex(of: ")")
    else { return nil }
    let numbers = header[header.index(after: open)..<close].split(separator: ",").map {
      Int($0.filter { $0 != " " }) ?? -1
    }
    guard numbers.count == 2, numbers[0] >= 0, numbers[1] > 0 else { return nil }
    return (numbers[0], numbers[1])
  }
}
