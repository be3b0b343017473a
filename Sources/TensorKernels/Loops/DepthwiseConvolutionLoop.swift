import KernelInterface

extension Kernels {
  public func convolveDepthwise(_ task: DepthwiseConvolution, rows: Range<Int>, blocks: Range<Int>) {
    let window = task.window
    let isThreeByThree =
      window.kernelHeight == 3 && window.kernelWidth == 3 && window.dilationHeight == 1
      && window.dilationWidth == 1
    switch isThreeByThree ? window.strideWidth : 0 {
    case 1: threeByThree(task, rows, blocks, One.self)
    case 2: threeByThree(task, rows, blocks, Two.self)
    default:
      for block in blocks {
        for row in rows { anyRow(task, block, row, 0..<window.outputWidth) }
      }
    }
  }

  private func threeByThree<Stride: Extent>(
    _ task: DepthwiseConvolution, _ rows: Range<Int>, _ blocks: Range<Int>, _ stride: Stride.Type
  ) {
    let loop = ThreeByThreeLoop(task, stride)
    for block in blocks {
      for row in rows {
        if ThreeByThreeLoop<Stride>.covers(task.window, row: row) {
          loop.compute(block: block, row: row)
        } else {
          anyRow(task, block, row, 0..<task.window.outputWidth)
        }
      }
    }
  }

  /// Pixels of any kernel, each tap checked against the borders.
  private func anyRow(_ task: DepthwiseConvolution, _ block: Int, _ row: Int, _ columns: Range<Int>) {
    let window = task.window
    let input = task.input + block * window.inputBlockStride
    let output = task.output + block * window.outputBlockStride + row * window.outputWidth * channelsPerBlock
    let residual = task.epilogue.residual.map { $0 + (output - task.output) }
    let weights = task.weights + block * window.kernelHeight * window.kernelWidth * channelsPerBlock
    let epilogue = BlockEpilogue(task.epilogue, block: block)
    for column in columns {
      var sum = epilogue.bias
      window.forEachTap(row: row, column: column) { kernelIndex, pixel in
        sum = multiplyAdd(
          sum, load(weights + kernelIndex * channelsPerBlock), load(input + pixel * channelsPerBlock))
      }
      if let residual { sum += load(residual + column * channelsPerBlock) }
      store(epilogue.activate(sum), output + column * channelsPerBlock)
    }
  }
}

extension Window {
  /// Calls `body` with the kernel index and the input pixel of every tap that lies in the input.
  @inline(__always)
  func forEachTap(row: Int, column: Int, _ body: (_ kernelIndex: Int, _ pixel: Int) -> Void) {
    for kernelRow in 0..<kernelHeight {
      let y = row * strideHeight - padTop + kernelRow * dilationHeight
      guard y >= 0, y < inputHeight else { continue }
      for kernelColumn in 0..<kernelWidth {
        let x = column * strideWidth - padLeft + kernelColumn * dilationWidth
        guard x >= 0, x < inputWidth else { continue }
        body(kernelRow * kernelWidth + kernelColumn, y * inputWidth + x)
      }
    }
  }
}
