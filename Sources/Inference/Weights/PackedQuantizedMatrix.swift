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
  /// What each byte stands above, laid out like the scales.
  let zeroPoints: AlignedBuffer
  /// One value per output, padded to whole blocks.
  let bias: AlignedBuffer

  /// Packs a matrix [outputs, depth].
  ///
  /// - Parameter bias: One value per output, or `nil` for none.
  init(_ matrix: BlockQuantizedElements, bias: [Float]?) throws(InferenceError) {
    outputs = matrix.rows
    depth = matrix.depth
    blockSize = matrix.blockSize
    self.bias = try PackedConvolution.padded(bias ?? [Float](repeating: 0, count: outputs))
    let blocks = blockCount(outputs)
    let scaleCount = matrix.blocksPerRow
    weights = try AlignedBuffer(byteCount: blocks * depth * channelsPerBlock)
    scales = try AlignedBuffer(floatCount: blocks * scaleCount * channelsPerBlock)
    zeroPoints = try AlignedBuffer(floatCount: blocks * scaleCount * channelsPerBlock)
    let bytes = weights.base.assumingMemoryBound(to: UInt8.self)
    let factors = scales.floats
    matrix.values.withUnsafeBytes { source in
      for block in 0..<blocks {
        let lanes = min(channelsPerBlock, outputs - block * channelsPerBlock)
        let target = bytes + block * depth * channelsPerBlock
        let first = block * channelsPerBlock * depth
        // All lanes of one place after another, so that both sides are walked once.
        for index in 0..<depth {
          for lane in 0..<lanes {
            target[index &* channelsPerBlock &+ lane] = source[first &+ lane &* depth &+ index]
          }
        }
      }
    }
    for output in 0..<outputs {
      let (block, lane) = (output / channelsPerBlock, output % channelsPerBlock)
      for index in 0..<scaleCount {
        let (source, place) = (
          output * scaleCount + index, (block * scaleCount + index) * channelsPerBlock + lane
        )
        factors[place] = matrix.scales[source] * (matrix.rowFactors?[output] ?? 1)
        zeroPoints.floats[place] = Float(matrix.zeroPoints?[source] ?? 0)
      }
    }
  }
}

extension PackedQuantizedMatrix: DeferredElements {
  var count: Int { outputs * depth }

  func copyFloats(_ range: Range<Int>, to target: UnsafeMutablePointer<Float>) {
    let bytes = weights.base.assumingMemoryBound(to: Int8.self)
    let blocksPerRow = (depth + blockSize - 1) / blockSize
    for element in range {
      let (output, index) = element.quotientAndRemainder(dividingBy: depth)
      let (block, lane) = output.quotientAndRemainder(dividingBy: channelsPerBlock)
      let place = (block * blocksPerRow + index / blockSize) * channelsPerBlock + lane
      target[element - range.lowerBound] =
        (Float(bytes[(block * depth + index) * channelsPerBlock + lane]) - zeroPoints.floats[place])
        * scales.floats[place]
    }
  }
}
