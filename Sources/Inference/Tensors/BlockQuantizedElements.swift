/// The floats that signed bytes stand for: rows of bytes in which every block has a scale of its own.
struct BlockQuantizedElements: DeferredElements {
  /// Row-major [rows, depth].
  let values: SignedBytes
  let depth: Int
  let blockSize: Int
  /// Row-major [rows, blocks of a row].
  let scales: [Float]
  /// What is taken off the bytes, one value per scale; `nil` where that is nothing.
  let zeroPoints: [Int8]?
  /// What each row is multiplied with afterwards; `nil` for nothing.
  private(set) var rowFactors: [Float]?

  var count: Int { values.count }
  var rows: Int { values.count / depth }
  var blocksPerRow: Int { (depth + blockSize - 1) / blockSize }

  /// - Parameters:
  ///   - depth: Bytes of a row, at least one; divides their number.
  ///   - scales: As many as the rows have blocks; likewise the zero points.
  init(values: SignedBytes, depth: Int, blockSize: Int, scales: [Float], zeroPoints: [Int8]?) {
    self.values = values
    self.depth = depth
    self.blockSize = blockSize
    self.scales = scales
    self.zeroPoints = zeroPoints
  }

  /// The elements with every row multiplied; `nil` where there are factors already, since rounding twice has an order.
  func multiplyingRows(by factors: [Float]) -> BlockQuantizedElements? {
    guard rowFactors == nil, factors.count == rows else { return nil }
    var result = self
    result.rowFactors = factors
    return result
  }

  func copyFloats(_ range: Range<Int>, to target: UnsafeMutablePointer<Float>) {
    values.withUnsafeBytes { bytes in
      guard let source = bytes.bindMemory(to: Int8.self).baseAddress else { return }
      var place = range.lowerBound
      while place < range.upperBound {
        let (row, column) = place.quotientAndRemainder(dividingBy: depth)
        let run = min(blockSize - column % blockSize, depth - column, range.upperBound - place)
        let scale = row * blocksPerRow + column / blockSize
        let zero = Int32(zeroPoints?[scale] ?? 0)
        let factor = scales[scale]
        let rowFactor = rowFactors?[row] ?? 1
        let output = target + (place - range.lowerBound)
        for index in 0..<run {
          output[index] = Float(Int32(source[place &+ index]) &- zero) * factor * rowFactor
        }
        place += run
      }
    }
  }

  /// The same elements in memory of their own.
  var detached: BlockQuantizedElements {
    var result = BlockQuantizedElements(
      values: values.detached, depth: depth, blockSize: blockSize, scales: scales, zeroPoints: zeroPoints)
    result.rowFactors = rowFactors
    return result
  }
}
