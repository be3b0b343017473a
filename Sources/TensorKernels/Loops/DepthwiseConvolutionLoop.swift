import KernelInterface

extension Kernels {
  public func convolveDepthwise(_ task: DepthwiseConvolution, rows: Range<Int>, blocks: Range<Int>) {
    let window = task.window
    let isThreeByThree =
      window.kernelHeight == 3 && window.kernelWidth == 3 && window.dilationHeight == 1
      && window.dilationWidth == 1
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

  /// A row of a 3×3 kernel: four pixels at a time where all kernel columns lie in the input, one at both ends.
  @inline(__always)
  private func threeByThreeRow(_ task: DepthwiseConvolution, _ block: Int, _ row: Int, stride: Int) {
    let window = task.window
    let top = row * window.strideHeight - window.padTop
    let firstRow = min(3, max(0, -top))
    let kernelRows = firstRow..<max(firstRow, min(3, window.inputHeight - top))
    if kernelRows == 0..<3 {
      threeByThreeLine(task, block, row, top: top, stride: stride, kernelRows: 0..<3)
    } else {
      threeByThreeLine(task, block, row, top: top, stride: stride, kernelRows: kernelRows)
    }
  }

  @inline(__always)
  private func threeByThreeLine(
    _ task: DepthwiseConvolution, _ block: Int, _ row: Int, top: Int, stride: Int, kernelRows: Range<Int>
  ) {
    let window = task.window
    // Columns whose three input columns all lie in the input.
    let first = min((window.padLeft + stride - 1) / stride, window.outputWidth)
    let lastStart = window.inputWidth - 3 + window.padLeft
    let end = lastStart < 0 ? first : max(first, min(lastStart / stride + 1, window.outputWidth))

    let rowFloats = window.inputWidth * channelsPerBlock
    let input =
      task.input + block * window.inputBlockStride + top * rowFloats - window.padLeft * channelsPerBlock
    let output = task.output + block * window.outputBlockStride + row * window.outputWidth * channelsPerBlock
    let residual = task.epilogue.residual.map { $0 + (output - task.output) }
    let weights = task.weights + block * 9 * channelsPerBlock
    let epilogue = BlockEpilogue(task.epilogue, block: block)

    @inline(__always)
    func pixels(at column: Int, count: Int, kernelColumns: Range<Int>) {
      var sums = AccumulatorColumn(epilogue.bias)
      let start = input + column * stride * channelsPerBlock
      for kernelRow in kernelRows {
        for kernelColumn in kernelColumns {
          let weight = load(weights + (kernelRow * 3 + kernelColumn) * channelsPerBlock)
          let tap = start + kernelRow * rowFloats + kernelColumn * channelsPerBlock
          let step = stride * channelsPerBlock
          sums.s0 = multiplyAdd(sums.s0, weight, load(tap))
          if count > 1 {
            sums.s1 = multiplyAdd(sums.s1, weight, load(tap + step))
            sums.s2 = multiplyAdd(sums.s2, weight, load(tap + 2 * step))
            sums.s3 = multiplyAdd(sums.s3, weight, load(tap + 3 * step))
          }
        }
      }
      let offset = column * channelsPerBlock
      sums.store(
        to: output + offset, residual: residual.map { $0 + offset }, epilogue: epilogue, height: count)
    }

    func edge(_ columns: Range<Int>) {
      for column in columns {
        let left = column * stride - window.padLeft
        let firstColumn = min(3, max(0, -left))
        pixels(
          at: column, count: 1,
          kernelColumns: firstColumn..<max(firstColumn, min(3, window.inputWidth - left)))
      }
    }

    edge(0..<first)
    var column = first
    while column + 4 <= end {
      pixels(at: column, count: 4, kernelColumns: 0..<3)
      column += 4
    }
    while column < end {
      pixels(at: column, count: 1, kernelColumns: 0..<3)
      column += 1
    }
    edge(end..<window.outputWidth)
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
