import KernelInterface

extension Kernels {
  public func pool(_ task: Pooling, rows: Range<Int>, blocks: Range<Int>) {
    let window = task.window
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
              largest.replace(with: value, where: value .> largest)
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
}
