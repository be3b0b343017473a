import TensorKernels

/// The weights of a quantised matrix product in the order in which the kernel reads them.
struct PackedQuantizedMatrix: Sendable {
  let outputs: Int
  let depth: Int
  let blockSize: Int
  /// Bytes packed as [output block][depth][16].
  let weights: AlignedBuffer
  /// Packed as [output block][block of the depth][16].
  let scales: AlignedBuffer
  /// One value per output, padded to whole blocks.
  let bias: AlignedBuffer

  init(_ product: QuantizedMatrixProduct) throws(InferenceError) {
    outputs = product.outputs
    depth = product.depth
    blockSize = product.blockSize
    bias = try PackedConvolution.padded(product.bias)
    let blocks = blockCount(product.outputs)
    let scaleCount = product.blocksPerRow
    weights = try AlignedBuffer(byteCount: blocks * product.depth * channelsPerBlock)
    scales = try AlignedBuffer(floatCount: blocks * scaleCount * channelsPerBlock)
    let bytes = weights.base.assumingMemoryBound(to: Int8.self)
    let factors = scales.floats
    product.weights.withUnsafeBufferPointer { source in
      for output in 0..<product.outputs {
        let (block, lane) = (output / channelsPerBlock, output % channelsPerBlock)
        let target = bytes + block * product.depth * channelsPerBlock + lane
        let row = output * product.depth
        for index in 0..<product.depth { target[index * channelsPerBlock] = source[row + index] }
        for index in 0..<scaleCount {
          factors[(block * scaleCount + index) * channelsPerBlock + lane] =
            product.scales[output * scaleCount + index]
        }
      }
    }
  }
}

/// Weights that a model packed for its kernels.
enum PackedWeights: Sendable {
  case convolution(PackedConvolution)
  case quantized(PackedQuantizedMatrix)
}
