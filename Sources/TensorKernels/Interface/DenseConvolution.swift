/// A convolution over all input channels as a matrix product whose left side is gathered from the input by taps.
///
/// An output pixel at (row, column) reads, for each tap, `tapDepth` neighbouring floats that start at
/// `input + row · rowStride + column · pixelStride + tapOffsets[tap]`. The input must hold every float so reached:
/// padding is the caller's work. A matrix product is the case of one row and one tap.
public struct DenseConvolution {
  public var input: UnsafePointer<Float>
  /// Floats from one output row's input to the next.
  public var rowStride: Int
  /// Floats from one output column's input to the next.
  public var pixelStride: Int
  public var tapOffsets: UnsafePointer<Int>
  public var tapCount: Int
  /// Floats per tap.
  public var tapDepth: Int
  /// Packed as [output block][tap][depth][16].
  public var weights: UnsafePointer<Float>
  /// Blocked: pixel (row, column) of block b is at `b · outputBlockStride + (row · outputWidth + column) · 16`.
  public var output: UnsafeMutablePointer<Float>
  public var outputBlockStride: Int
  public var outputWidth: Int
  public var epilogue: Epilogue

  public init(
    input: UnsafePointer<Float>, rowStride: Int, pixelStride: Int,
    tapOffsets: UnsafePointer<Int>, tapCount: Int, tapDepth: Int,
    weights: UnsafePointer<Float>,
    output: UnsafeMutablePointer<Float>, outputBlockStride: Int, outputWidth: Int,
    epilogue: Epilogue
  ) {
    self.input = input
    self.rowStride = rowStride
    self.pixelStride = pixelStride
    self.tapOffsets = tapOffsets
    self.tapCount = tapCount
    self.tapDepth = tapDepth
    self.weights = weights
    self.output = output
    self.outputBlockStride = outputBlockStride
    self.outputWidth = outputWidth
    self.epilogue = epilogue
  }
}
