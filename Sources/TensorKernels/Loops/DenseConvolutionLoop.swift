import KernelInterface

// Register tiles: `tallestTile` pixels × one or two blocks of output channels. A tile must fit the register file with
// room for the weights and one broadcast input, and have enough independent sums to hide the latency of an addition.
#if KERNELS_AVX512
  /// 12 × 2 blocks of one register: 24 of 32 registers.
  private let tallestTile = 12
  private let widestTile = 2
#elseif KERNELS_AVX2
  /// 6 × 1 block of two registers: 12 of 16 registers.
  private let tallestTile = 6
  private let widestTile = 1
#elseif arch(arm64)
  /// 6 × 1 block of four registers: 24 of 32 registers.
  private let tallestTile = 6
  private let widestTile = 1
#else
  /// 3 × 1 block of four registers: 12 of 16 registers.
  private let tallestTile = 3
  private let widestTile = 1
#endif

extension Kernels {
  public func convolve(_ task: DenseConvolution, rows: Range<Int>, columns: Range<Int>, blocks: Range<Int>) {
    // Literal strides let the compiler fold the pixel offsets into the addresses.
    switch task.pixelStride {
    case 16: convolve(task, pixelStride: 16, rows, columns, blocks)
    case 32: convolve(task, pixelStride: 32, rows, columns, blocks)
    default: convolve(task, pixelStride: task.pixelStride, rows, columns, blocks)
    }
  }

  @inline(__always)
  private func convolve(
    _ task: DenseConvolution, pixelStride: Int, _ rows: Range<Int>, _ columns: Range<Int>, _ blocks: Range<Int>
  ) {
    var block = blocks.lowerBound
    while block < blocks.upperBound {
      let isWide = widestTile == 2 && block + 1 < blocks.upperBound
      for row in rows {
        let input = task.input + row * task.rowStride
        let output = task.output + block * task.outputBlockStride + row * task.outputWidth * channelsPerBlock
        if isWide {
          line(task, block, columns, input, output, pixelStride: pixelStride, width: 2)
        } else {
          line(task, block, columns, input, output, pixelStride: pixelStride, width: 1)
        }
      }
      block += isWide ? 2 : 1
    }
  }

  /// A row of output pixels in tiles, tallest first.
  @inline(__always)
  private func line(
    _ task: DenseConvolution, _ block: Int, _ columns: Range<Int>, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, pixelStride: Int, width: Int
  ) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let remaining = columns.upperBound - column
      let source = input + column * pixelStride
      let target = output + column * channelsPerBlock
      if tallestTile == 12, remaining >= 12 {
        tile(task, block, source, target, pixelStride: pixelStride, height: 12, width: width)
        column += 12
      } else if tallestTile == 12, remaining >= 8 {
        tile(task, block, source, target, pixelStride: pixelStride, height: 8, width: width)
        column += 8
      } else if tallestTile >= 6, remaining >= 6 {
        tile(task, block, source, target, pixelStride: pixelStride, height: 6, width: width)
        column += 6
      } else if tallestTile >= 4, remaining >= 4 {
        tile(task, block, source, target, pixelStride: pixelStride, height: 4, width: width)
        column += 4
      } else if tallestTile == 3, remaining >= 3 {
        tile(task, block, source, target, pixelStride: pixelStride, height: 3, width: width)
        column += 3
      } else if remaining >= 2 {
        tile(task, block, source, target, pixelStride: pixelStride, height: 2, width: width)
        column += 2
      } else {
        tile(task, block, source, target, pixelStride: pixelStride, height: 1, width: width)
        column += 1
      }
    }
  }

  /// `height` pixels × `width` blocks, summed over all taps in registers.
  @inline(__always)
  private func tile(
    _ task: DenseConvolution, _ block: Int, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, pixelStride: Int, height: Int, width: Int
  ) {
    let depth = task.tapDepth
    let weightsPerBlock = task.tapCount * depth * channelsPerBlock
    var leftWeights = task.weights + block * weightsPerBlock
    let rightOffset = width == 2 ? weightsPerBlock : 0
    var left = AccumulatorColumn(load(task.epilogue.bias + block * channelsPerBlock))
    var right = AccumulatorColumn(width == 2 ? load(task.epilogue.bias + (block + 1) * channelsPerBlock) : .zero)
    for tap in 0..<task.tapCount {
      var source = input + task.tapOffsets[tap]
      for _ in 0..<depth {
        left.add(load(leftWeights), source, pixelStride: pixelStride, height: height)
        if width == 2 {
          right.add(load(leftWeights + rightOffset), source, pixelStride: pixelStride, height: height)
        }
        leftWeights += channelsPerBlock
        source += 1
      }
    }
    let residual = task.epilogue.residual.map { $0 + (output - task.output) }
    left.store(
      to: output, residual: residual, epilogue: BlockEpilogue(task.epilogue, block: block), height: height)
    if width == 2 {
      right.store(
        to: output + task.outputBlockStride, residual: residual.map { $0 + task.outputBlockStride },
        epilogue: BlockEpilogue(task.epilogue, block: block + 1), height: height)
    }
  }
}
