import KernelInterface

extension Kernels {
  public func convolveDepthwise(_ task: DepthwiseConvolution, rows: Range<Int>, blocks: Range<Int>) {
    let window = task.window
    let isThreeByThree =
      window.kernelHeight == 3 && window.kernelWidth == 3 && window.dilationHeight == 1 && window.dilationWidth == 1
    for block in blocks {
      for row in rows {
        if isThreeByThree, window.strideWidth == 1 {
          threeByThreeRow(task, block, row, stride: 1)
        } else if isThreeByThree, window.strideWidth == 2 {
          threeByThreeRow(task, block, row, stride: 2)
        } else {
          anyRow(task, block, row, 0..<window.outputWidth)
        }
      }
    }
  }

  /// A row of a 3×3 kernel: checked pixels at both ends, four pixels at a time between them.
  @inline(__always)
  private func threeByThreeRow(_ task: DepthwiseConvolution, _ block: Int, _ row: Int, stride: Int) {
    let window = task.window
    let top = row * window.strideHeight - window.padTop
    guard top >= 0, top + 3 <= window.inputHeight else {
      anyRow(task, block, row, 0..<window.outputWidth)
      return
    }
    // Columns whose three input columns all lie in the input.
    let first = min((window.padLeft + stride - 1) / stride, window.outputWidth)
    let lastStart = window.inputWidth - 3 + window.padLeft
    let end = lastStart < 0 ? first : max(first, min(lastStart / stride + 1, window.outputWidth))
    anyRow(task, block, row, 0..<first)
    anyRow(task, block, row, end..<window.outputWidth)

    let rowFloats = window.inputWidth * channelsPerBlock
    let input = task.input + block * window.inputBlockStride + top * rowFloats - window.padLeft * channelsPerBlock
    let output = task.output + block * window.outputBlockStride + row * window.outputWidth * channelsPerBlock
    let residual = task.epilogue.residual.map { $0 + (output - task.output) }
    let weights = task.weights + block * 9 * channelsPerBlock
    let epilogue = BlockEpilogue(task.epilogue, block: block)
    var column = first
    while column + 4 <= end {
      pixels(
        count: 4, stride: stride, input + column * stride * channelsPerBlock, rowFloats, weights, epilogue,
        output + column * channelsPerBlock, residual.map { $0 + column * channelsPerBlock })
      column += 4
    }
    while column < end {
      pixels(
        count: 1, stride: stride, input + column * stride * channelsPerBlock, rowFloats, weights, epilogue,
        output + column * channelsPerBlock, residual.map { $0 + column * channelsPerBlock })
      column += 1
    }
  }

  /// One or four neighbouring pixels of a 3×3 kernel; the sums run over kernel rows, then columns.
  @inline(__always)
  private func pixels(
    count: Int, stride: Int, _ input: UnsafePointer<Float>, _ rowFloats: Int, _ weights: UnsafePointer<Float>,
    _ epilogue: BlockEpilogue, _ output: UnsafeMutablePointer<Float>, _ residual: UnsafePointer<Float>?
  ) {
    var sums = AccumulatorColumn(epilogue.bias)
    for kernelRow in 0..<3 {
      let source = input + kernelRow * rowFloats
      for kernelColumn in 0..<3 {
        let weight = load(weights + (kernelRow * 3 + kernelColumn) * channelsPerBlock)
        let tap = source + kernelColumn * channelsPerBlock
        let step = stride * channelsPerBlock
        sums.s0 = multiplyAdd(sums.s0, weight, load(tap))
        if count > 1 {
          sums.s1 = multiplyAdd(sums.s1, weight, load(tap + step))
          sums.s2 = multiplyAdd(sums.s2, weight, load(tap + 2 * step))
          sums.s3 = multiplyAdd(sums.s3, weight, load(tap + 3 * step))
        }
      }
    }
    sums.store(to: output, residual: residual, epilogue: epilogue, height: count)
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
