/// A matrix product whose weights stay in blocks of signed bytes with a scale each: a quarter of the memory traffic of
/// floats, which is what bounds a product with few rows.
///
/// Output (row, channel) is the bias plus, over the blocks of the depth, scale · Σ (weight − zero point) · input.
public struct QuantizedProduct {
  /// Row-major, `depth` floats per row.
  public var input: UnsafePointer<Float>
  public var depth: Int
  /// Packed as [output block][depth][16].
  public var weights: UnsafePointer<Int8>
  /// Packed as [output block][block of the depth][16].
  public var scales: UnsafePointer<Float>
  /// What each weight stands above; laid out like the scales.
  public var zeroPoints: UnsafePointer<Float>
  /// Inputs that share a scale; the last block may be shorter.
  public var blockSize: Int
  /// Packed as [output block][row][16].
  public var output: UnsafeMutablePointer<Float>
  public var rowCount: Int
  public var epilogue: Epilogue

  public init(
    input: UnsafePointer<Float>, depth: Int, weights: UnsafePointer<Int8>, scales: UnsafePointer<Float>,
    zeroPoints: UnsafePointer<Float>, blockSize: Int, output: UnsafeMutablePointer<Float>, rowCount: Int,
    epilogue: Epilogue
  ) {
    self.input = input
    self.depth = depth
    self.weights = weights
    self.scales = scales
    self.zeroPoints = zeroPoints
    self.blockSize = blockSize
    self.output = output
    self.rowCount = rowCount
    self.epilogue = epilogue
  }
}
