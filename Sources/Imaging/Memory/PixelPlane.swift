/// Rows of bytes in memory, known to lie within it.
struct PixelPlane {
  /// The first byte of the first row.
  let start: UnsafePointer<UInt8>

  /// Bytes from the beginning of a row to that of the next one.
  let bytesPerRow: Int

  /// - Parameters:
  ///   - memory: What holds the rows; the last one need not be followed by padding.
  ///   - rowByteCount: Bytes of a row that count, 1 or more.
  ///   - rowCount: Rows, 1 or more.
  init(
    _ plane: PixelMemoryError.Plane, in memory: UnsafeRawBufferPointer, rowByteCount: Int, rowCount: Int,
    bytesPerRow: Int
  ) throws(PixelMemoryError) {
    let needed = try Self.byteCount(
      plane, rowByteCount: rowByteCount, rowCount: rowCount, bytesPerRow: bytesPerRow)
    guard memory.count >= needed, let start = memory.baseAddress else {
      throw .tooShort(plane, byteCount: memory.count, needed: needed)
    }
    self.start = start.assumingMemoryBound(to: UInt8.self)
    self.bytesPerRow = bytesPerRow
  }

  /// Bytes from the first one to the last one that counts.
  static func byteCount(
    _ plane: PixelMemoryError.Plane, rowByteCount: Int, rowCount: Int, bytesPerRow: Int
  ) throws(PixelMemoryError) -> Int {
    guard bytesPerRow >= rowByteCount else {
      throw .rowsOverlap(plane, bytesPerRow: bytesPerRow, needed: rowByteCount)
    }
    let (before, isTooFar) = bytesPerRow.multipliedReportingOverflow(by: rowCount - 1)
    let (count, isTooMuch) = before.addingReportingOverflow(rowByteCount)
    guard !isTooFar, !isTooMuch else { throw .rowsTooFarApart(plane, bytesPerRow: bytesPerRow) }
    return count
  }

  subscript(row: Int) -> UnsafePointer<UInt8> { start + row * bytesPerRow }
}
