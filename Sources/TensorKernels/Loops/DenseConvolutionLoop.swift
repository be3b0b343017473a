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
    case 16: convolve(task, rows, columns, blocks, AdjacentBlocks.self)
    case 32: convolve(task, rows, columns, blocks, AlternateBlocks.self)
    default: convolve(task, rows, columns, blocks, AnyPixelStride.self)
    }
  }

  private func convolve<Stride: PixelStride>(
    _ task: DenseConvolution, _ rows: Range<Int>, _ columns: Range<Int>, _ blocks: Range<Int>,
    _ stride: Stride.Type
  ) {
    var block = blocks.lowerBound
    while block < blocks.upperBound {
      let isWide = widestTile == 2 && block + 1 < blocks.upperBound
      for row in rows {
        let line = Line<Stride>(task: task, block: block, row: row)
        if isWide { line.compute(columns, Two.self) } else { line.compute(columns, One.self) }
      }
      block += isWide ? 2 : 1
    }
  }
}

/// A row of output pixels of one or two neighbouring blocks.
private struct Line<Stride: PixelStride> {
  let task: DenseConvolution
  let block: Int
  let input: UnsafePointer<Float>
  let output: UnsafeMutablePointer<Float>

  @_transparent
  init(task: DenseConvolution, block: Int, row: Int) {
    self.task = task
    self.block = block
    input = task.input + row * task.rowStride
    output = task.output + block * task.outputBlockStride + row * task.outputWidth * channelsPerBlock
  }

  @_transparent
  private var pixelStride: Int { Stride.literal ?? task.pixelStride }

  /// Covers the columns with tiles, tallest first.
  @_transparent
  func compute<Width: Extent>(_ columns: Range<Int>, _ width: Width.Type) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let remaining = columns.upperBound - column
      if tallestTile == 12, remaining >= 12 {
        column += tile(at: column, Twelve.self, width)
      } else if tallestTile == 12, remaining >= 8 {
        column += tile(at: column, Eight.self, width)
      } else if tallestTile >= 6, remaining >= 6 {
        column += tile(at: column, Six.self, width)
      } else if tallestTile >= 4, remaining >= 4 {
        column += tile(at: column, Four.self, width)
      } else if tallestTile == 3, remaining >= 3 {
        column += tile(at: column, Three.self, width)
      } else if remaining >= 2 {
        column += tile(at: column, Two.self, width)
      } else {
        column += tile(at: column, One.self, width)
      }
    }
  }

  /// `Height` pixels × `Width` blocks, summed over all taps in registers; returns the pixels.
  private func tile<Height: Extent, Width: Extent>(at column: Int, _ height: Height.Type, _ width: Width.Type)
    -> Int
  {
    let depth = task.tapDepth
    let weightsPerBlock = task.tapCount * depth * channelsPerBlock
    var weights = task.weights + block * weightsPerBlock
    var left = AccumulatorColumn(load(task.epilogue.bias + block * channelsPerBlock))
    var right = AccumulatorColumn(
      Width.value == 2 ? load(task.epilogue.bias + (block + 1) * channelsPerBlock) : .zero)
    let start = input + column * pixelStride
    for tap in 0..<task.tapCount {
      var source = start + task.tapOffsets[tap]
      for _ in 0..<depth {
        addOuterProduct(
          &left, &right, weights: weights, rightOffset: weightsPerBlock, input: source,
          pixelStride: pixelStride,
          height: Height.value, width: Width.value)
        weights += channelsPerBlock
        source += 1
      }
    }
    let target = output + column * channelsPerBlock
    let residual = task.epilogue.residual.map { $0 + (target - task.output) }
    if let residual { left.add(residual, height) }
    left.activate(BlockEpilogue(task.epilogue, block: block))
    left.write(to: target, height)
    if Width.value == 2 {
      if let residual { right.add(residual + task.outputBlockStride, height) }
      right.activate(BlockEpilogue(task.epilogue, block: block + 1))
      right.write(to: target + task.outputBlockStride, height)
    }
    return Height.value
  }
}
