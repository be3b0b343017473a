/// A window that slides over the pixels of a blocked activation: the geometry of depthwise convolution and pooling.
public struct Window: Sendable, Equatable {
  public var inputHeight: Int
  public var inputWidth: Int
  public var outputHeight: Int
  public var outputWidth: Int
  public var kernelHeight: Int
  public var kernelWidth: Int
  public var strideHeight: Int
  public var strideWidth: Int
  public var dilationHeight: Int
  public var dilationWidth: Int
  /// Rows of padding above the input.
  public var padTop: Int
  /// Columns of padding left of the input.
  public var padLeft: Int

  public init(
    inputHeight: Int, inputWidth: Int, outputHeight: Int, outputWidth: Int,
    kernelHeight: Int, kernelWidth: Int, strideHeight: Int, strideWidth: Int,
    dilationHeight: Int = 1, dilationWidth: Int = 1, padTop: Int, padLeft: Int
  ) {
    self.inputHeight = inputHeight
    self.inputWidth = inputWidth
    self.outputHeight = outputHeight
    self.outputWidth = outputWidth
    self.kernelHeight = kernelHeight
    self.kernelWidth = kernelWidth
    self.strideHeight = strideHeight
    self.strideWidth = strideWidth
    self.dilationHeight = dilationHeight
    self.dilationWidth = dilationWidth
    self.padTop = padTop
    self.padLeft = padLeft
  }

  /// Floats in one block of the input.
  @inlinable public var inputBlockStride: Int { inputHeight * inputWidth * channelsPerBlock }
  /// Floats in one block of the output.
  @inlinable public var outputBlockStride: Int { outputHeight * outputWidth * channelsPerBlock }
}

/// A convolution of each channel with its own kernel.
public struct DepthwiseConvolution {
  public var window: Window
  /// Blocked, not padded.
  public var input: UnsafePointer<Float>
  /// Packed as [block][kernel row][kernel column][16].
  public var weights: UnsafePointer<Float>
  public var output: UnsafeMutablePointer<Float>
  public var epilogue: Epilogue

  public init(
    window: Window, input: UnsafePointer<Float>, weights: UnsafePointer<Float>,
    output: UnsafeMutablePointer<Float>, epilogue: Epilogue
  ) {
    self.window = window
    self.input = input
    self.weights = weights
    self.output = output
    self.epilogue = epilogue
  }
}

/// The largest or the mean value of each channel under a window.
public struct Pooling {
  public enum Reduction: Sendable {
    case maximum
    /// The mean over the pixels of the window that lie in the input.
    case meanOfInside
    /// The mean over all pixels of the window, padding included as zero.
    case meanOfWindow
  }

  public var window: Window
  public var reduction: Reduction
  public var input: UnsafePointer<Float>
  public var output: UnsafeMutablePointer<Float>

  public init(
    window: Window, reduction: Reduction, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    self.window = window
    self.reduction = reduction
    self.input = input
    self.output = output
  }
}
