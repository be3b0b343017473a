import KernelInterface

extension Kernels {
  public func pool(_ task: Pooling, rows: Range<Int>, blocks: Range<Int>) {
    let window = task.window
    if task.reduction == .maximum, window.kernelHeight == 2, window.kernelWidth == 2, window.padTop == 0,
      window.padLeft == 0, window.outputHeight * window.strideHeight <= window.inputHeight,
      window.outputWidth * window.strideWidth <= window.inputWidth, window.strideHeight >= 2,
      window.strideWidth >= 2
    {
      return poolPairs(task, rows: rows, blocks: blocks)
    }
    let windowArea = Float(window.kernelHeight * window.kernelWidth)
    for block in blocks {
      let input = task.input + block * window.inputBlockStride
      for row in rows {
        let output =
          task.output + block * window.outputBlockStride + row * window.outputWidth * channelsPerBlock
        for column in 0..<window.outputWidth {
          let target = output + column * channelsPerBlock
          switch task.reduction {
          case .maximum:
            var largest = ChannelBlock(repeating: -.infinity)
            window.forEachTap(row: row, column: column) { _, pixel in
              let value = load(input + pixel * channelsPerBlock)
              largest = larger(largest, value)
            }
            store(largest, target)
          case .meanOfInside, .meanOfWindow:
            var sum = ChannelBlock.zero
            var count: Float = 0
            window.forEachTap(row: row, column: column) { _, pixel in
              sum += load(input + pixel * channelsPerBlock)
              count += 1
            }
            store(sum / (task.reduction == .meanOfWindow ? windowArea : count), target)
          }
        }
      }
    }
  }

  /// The largest of 2×2 pixels, all inside the input.
  private func poolPairs(_ task: Pooling, rows: Range<Int>, blocks: Range<Int>) {
    let window = task.window
    let rowFloats = window.inputWidth * channelsPerBlock
    let step = window.strideWidth * channelsPerBlock
    for block in blocks {
      for row in rows {
        var upper = task.input + block * window.inputBlockStride + row * window.strideHeight * rowFloats
        var output =
          task.output + block * window.outputBlockStride + row * window.outputWidth * channelsPerBlock
        for _ in 0..<window.outputWidth {
          let lower = upper + rowFloats
          store(
            larger(
              larger(load(upper), load(upper + channelsPerBlock)),
              larger(load(lower), load(lower + channelsPerBlock))), output)
          upper += step
          output += channelsPerBlock
        }
      }
    }
  }
}

/// The larger of two values per lane; the left one where either is not a number.
@_transparent
private func larger(_ left: ChannelBlock, _ right: ChannelBlock) -> ChannelBlock {
  left.replacing(with: right, where: right .> left)
}
