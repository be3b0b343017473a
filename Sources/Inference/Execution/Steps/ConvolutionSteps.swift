import TensorKernels

/// A convolution over all channels whose padded input is a buffer of its own or needs none.
struct DenseConvolutionStep {
  let weights: PackedConvolution
  let input: BlockedShape
  let output: BlockedShape
  let strides: [Int]
  let dilations: [Int]
  /// Height and width of the padded input.
  let paddedHeight: Int
  let paddedWidth: Int
  let activation: ActivationFunction

  /// Bytes of input that a chunk of output pixels may read, so that it stays in the second-level cache while all
  /// output blocks pass over it.
  private static let chunkBytes = 128 * 1024

  /// Floats of a pixel in the layout that the weights expect.
  private var pixelFloats: Int {
    weights.kind == .interleaved ? weights.inputChannels : channelsPerBlock
  }

  /// A 1×1 convolution without stride treats the picture as one long row.
  private var isPointwise: Bool {
    weights.kernelHeight == 1 && weights.kernelWidth == 1 && strides == [1, 1]
      && paddedHeight == output.height && paddedWidth == output.width
  }

  /// Start of every tap relative to the first float of an output pixel's window.
  private func tapOffsets() -> (offsets: [Int], depth: Int) {
    let rowFloats = paddedWidth * pixelFloats
    var offsets: [Int] = []
    if weights.kind == .interleaved, dilations[1] == 1 {
      // Neighbouring columns of interleaved pixels are one run of floats.
      for row in 0..<weights.kernelHeight { offsets.append(row * dilations[0] * rowFloats) }
      return (offsets, weights.kernelWidth * pixelFloats)
    }
    let blocks = weights.kind == .interleaved ? 1 : blockCount(weights.inputChannels)
    for block in 0..<blocks {
      for row in 0..<weights.kernelHeight {
        for column in 0..<weights.kernelWidth {
          offsets.append(
            block * paddedHeight * rowFloats + row * dilations[0] * rowFloats
              + column * dilations[1] * pixelFloats)
        }
      }
    }
    return (offsets, pixelFloats)
  }

  func bind(
    input source: UnsafePointer<Float>, output target: UnsafeMutablePointer<Float>,
    residual: UnsafePointer<Float>?, machine: Machine
  ) -> () -> Void {
    let (offsets, depth) = tapOffsets()
    let taps = PinnedIntegers(offsets)
    let rowFloats = paddedWidth * pixelFloats
    let inputImageFloats =
      (weights.kind == .interleaved ? 1 : blockCount(weights.inputChannels)) * paddedHeight * rowFloats
    let rows = isPointwise ? 1 : output.height
    let columns = isPointwise ? output.pixels : output.width
    let bytesPerPixel = weights.inputChannels * MemoryLayout<Float>.stride
    let threads = machine.threads(
      multiplyAdds: output.floats * weights.inputChannels * weights.kernelHeight * weights.kernelWidth)

    let chunkPixels = max(48, Self.chunkBytes / bytesPerPixel)
    let rowPartition: Partition
    let columnPartition: Partition
    if rows == 1 {
      rowPartition = Partition(count: 1, size: 1)
      let share = Partition(count: columns, smallest: 48, threads: threads).range(0).count
      // A multiple of the tallest register tile leaves small tiles to the end of the picture only.
      columnPartition = Partition(count: columns, size: max(12, min(chunkPixels, share) / 12 * 12))
    } else {
      let chunkRows = max(1, chunkPixels / columns)
      rowPartition = Partition(
        count: rows,
        size: min(chunkRows, Partition(count: rows, smallest: 1, threads: threads).range(0).count))
      columnPartition = Partition(count: columns, size: columns)
    }
    let spatialParts = rowPartition.partCount * columnPartition.partCount
    // Few pixels and many channels: share the output blocks among the threads instead.
    let blockThreads = spatialParts >= 2 * threads ? 1 : threads
    let blockPartition = Partition(count: output.blocks, smallest: 2, threads: blockThreads)

    let task = DenseConvolution(
      input: source, rowStride: strides[0] * rowFloats,
      pixelStride: isPointwise ? pixelFloats : strides[1] * pixelFloats,
      tapOffsets: taps.base, tapCount: offsets.count, tapDepth: depth,
      weights: weights.weights.floats,
      output: target, outputBlockStride: output.pixels * channelsPerBlock, outputWidth: columns,
      epilogue: activation.epilogue(bias: weights.bias, residual: residual))
    let images = output.images
    let outputImageFloats = output.imageFloats
    let partsPerImage = spatialParts * blockPartition.partCount
    let kernels = machine.kernels
    let pool = machine.pool
    return { [taps, weights, activation] in
      withExtendedLifetime((taps, weights, activation)) {
        pool.forEachPart(images * partsPerImage) { part in
          let image = part / partsPerImage
          let rest = part % partsPerImage
          let spatial = rest / blockPartition.partCount
          var own = task
          own.input += image * inputImageFloats
          own.output += image * outputImageFloats
          own.epilogue = task.epilogue.advanced(by: image * outputImageFloats)
          kernels.convolve(
            own,
            rows: rowPartition.range(spatial / columnPartition.partCount),
            columns: columnPartition.range(spatial % columnPartition.partCount),
            blocks: blockPartition.range(rest % blockPartition.partCount))
        }
      }
    }
  }
}

/// A convolution of each channel with its own kernel.
struct DepthwiseConvolutionStep {
  let weights: PackedConvolution
  let images: Int
  let blocks: Int
  let window: Window
  let activation: ActivationFunction

  func bind(
    input source: UnsafePointer<Float>, output target: UnsafeMutablePointer<Float>,
    residual: UnsafePointer<Float>?, machine: Machine
  ) -> () -> Void {
    let task = DepthwiseConvolution(
      window: window, input: source, weights: weights.weights.floats, output: target,
      epilogue: activation.epilogue(bias: weights.bias, residual: residual))
    let (images, blocks, window) = (images, blocks, window)
    let threads = machine.threads(
      multiplyAdds: images * blocks * window.outputBlockStride * window.kernelHeight * window.kernelWidth)
    let partition = Partition(count: images * blocks, smallest: 1, threads: threads)
    // One or two blocks of a large picture: share its rows.
    let rowThreads = partition.partCount >= threads ? 1 : threads
    let rowPartition = Partition(count: window.outputHeight, smallest: 4, threads: rowThreads)
    let kernels = machine.kernels
    let pool = machine.pool
    return { [weights, activation] in
      withExtendedLifetime((weights, activation)) {
        pool.forEachPart(partition.partCount * rowPartition.partCount) { part in
          let rows = rowPartition.range(part % rowPartition.partCount)
          for index in partition.range(part / rowPartition.partCount) {
            let image = index / blocks
            let block = index % blocks
            var own = task
            own.input += image * blocks * window.inputBlockStride
            own.output += image * blocks * window.outputBlockStride
            own.epilogue = task.epilogue.advanced(by: image * blocks * window.outputBlockStride)
            kernels.convolveDepthwise(own, rows: rows, blocks: block..<block + 1)
          }
        }
      }
    }
  }
}

/// Integers that stay where they are.
final class PinnedIntegers: @unchecked Sendable {
  let base: UnsafeMutablePointer<Int>

  init(_ values: [Int]) {
    base = .allocate(capacity: max(1, values.count))
    for (index, value) in values.enumerated() { (base + index).initialize(to: value) }
  }

  deinit {
    base.deallocate()
  }
}
