import TensorKernels

extension Window {
  /// The window of an operation on single pixels.
  init(pointwiseOver shape: BlockedShape) {
    self.init(
      inputHeight: shape.height, inputWidth: shape.width, outputHeight: shape.height,
      outputWidth: shape.width,
      kernelHeight: 1, kernelWidth: 1, strideHeight: 1, strideWidth: 1, padTop: 0, padLeft: 0)
  }
}
