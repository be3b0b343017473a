/// Weights that a model packed for its kernels.
enum PackedWeights: Sendable {
  case convolution(PackedConvolution)
  case quantized(PackedQuantizedMatrix)
}
