import TensorKernels

/// A convolution over all channels whose padded input is a buffer of its own or needs none.
struct DenseConvolutionStep: KernelStep {
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
    switch weights.kind {
    case .planar: 1
    case .matrix: weights.inputChannels
    case .blocked, .depthwise: channelsPerBlock
    }
  }

  /// Planes of the input: blocks, or channels where each has a plane of its own.
  private var inputPlanes: Int {
    switch weights.kind {
    case .planar: weights.inputChannels
    case .matrix: 1
    case .blocked, .depthwise: blockCount(weights.inputChannels)
    }
  }

  private var inputRowFloats: Int { paddedWidth * pixelFloats }

  /// A 1×1 convolution without stride treats the picture as one long row.
  private var isPointwise: Bool {
    weights.kernelHeight == 1 && weights.kernelWidth == 1 && strides == [1, 1]
      && paddedHeight == output.height && paddedWidth == output.width
  }

  /// Start of every tap relative to the first float of an output pixel's window.
  private func tapOffsets() -> (offsets: [Int], depth: Int) {
    // Neighbouring columns of a plane are one run of floats.
    let isRun = weights.kind == .planar && dilations[1] == 1
    var offsets: [Int] = []
    for plane in 0..<inputPlanes {
      for row in 0..<weights.kernelHeight {
        for column in 0..<(isRun ? 1 : weights.kernelWidth) {
          offsets.append(
            plane * paddedHeight * inputRowFloats + row * dilations[0] * inputRowFloats + column
              * dilations[1] * pixelFloats)
        }
      }
    }
    return (offsets, isRun ? weights.kernelWidth : pixelFloats)
  }

  func bind(
    input source: UnsafePointer<Float>, output target: UnsafeMutablePointer<Float>,
    residual: UnsafePointer<Float>?, machine: Machine
  ) -> () -> Void {
    let inputImageFloats = inputPlanes * paddedHeight * inputRowFloats
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

    let (offsets, depth) = tapOffsets()
    let taps = PinnedIntegers(offsets)
    let task = DenseConvolution(
      input: source, rowStride: strides[0] * inputRowFloats,
      pixelStride: isPointwise ? pixelFloats : strides[1] * pixelFloats,
      tapOffsets: taps.base, tapCount: offsets.count, tapDepth: depth, weights: weights.weights.floats,
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
