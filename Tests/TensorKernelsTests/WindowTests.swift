import TensorKernels
import TestSupport
import Testing

/// A window over a small picture of two blocks.
struct WindowCase: Sendable, CustomTestStringConvertible {
  var window: Window

  var testDescription: String {
    "\(window.inputHeight)×\(window.inputWidth), kernel \(window.kernelHeight)×\(window.kernelWidth), stride "
      + "\(window.strideHeight)×\(window.strideWidth), dilation \(window.dilationHeight), pad \(window.padTop) \(window.padLeft)"
  }

  init?(
    size: (Int, Int), kernel: (Int, Int), stride: (Int, Int), dilation: Int,
    pads: (top: Int, left: Int, bottom: Int, right: Int)
  ) {
    let height = size.0 + pads.top + pads.bottom - (kernel.0 - 1) * dilation - 1
    let width = size.1 + pads.left + pads.right - (kernel.1 - 1) * dilation - 1
    guard height >= 0, width >= 0 else { return nil }
    window = Window(
      inputHeight: size.0, inputWidth: size.1, outputHeight: height / stride.0 + 1,
      outputWidth: width / stride.1 + 1,
      kernelHeight: kernel.0, kernelWidth: kernel.1, strideHeight: stride.0, strideWidth: stride.1,
      dilationHeight: dilation, dilationWidth: dilation, padTop: pads.top, padLeft: pads.left)
  }

  static let all: [WindowCase] = {
    var cases: [WindowCase?] = []
    for height in 1...7 {
      for width in [1, 2, 3, 4, 5, 9, 14] {
        cases.append(
          WindowCase(size: (height, width), kernel: (3, 3), stride: (1, 1), dilation: 1, pads: (1, 1, 1, 1)))
        cases.append(
          WindowCase(size: (height, width), kernel: (3, 3), stride: (2, 2), dilation: 1, pads: (1, 1, 1, 1)))
        // TensorFlow's SAME padding of an even picture: nothing before, one after.
        cases.append(
          WindowCase(size: (height, width), kernel: (3, 3), stride: (2, 2), dilation: 1, pads: (0, 0, 1, 1)))
      }
    }
    cases.append(WindowCase(size: (5, 8), kernel: (3, 3), stride: (1, 1), dilation: 2, pads: (2, 2, 2, 2)))
    cases.append(WindowCase(size: (7, 7), kernel: (7, 7), stride: (1, 1), dilation: 1, pads: (0, 0, 0, 0)))
    cases.append(WindowCase(size: (6, 9), kernel: (5, 2), stride: (2, 3), dilation: 1, pads: (2, 0, 1, 1)))
    cases.append(WindowCase(size: (6, 6), kernel: (3, 3), stride: (1, 3), dilation: 1, pads: (0, 2, 0, 2)))
    return cases.compactMap { $0 }
  }()

  /// Kernel index and input pixel of every tap inside the input, by definition.
  func taps(row: Int, column: Int) -> [(kernel: Int, pixel: Int)] {
    var taps: [(kernel: Int, pixel: Int)] = []
    for kernelRow in 0..<window.kernelHeight {
      for kernelColumn in 0..<window.kernelWidth {
        let y = row * window.strideHeight - window.padTop + kernelRow * window.dilationHeight
        let x = column * window.strideWidth - window.padLeft + kernelColumn * window.dilationWidth
        if (0..<window.inputHeight).contains(y), (0..<window.inputWidth).contains(x) {
          taps.append((kernelRow * window.kernelWidth + kernelColumn, y * window.inputWidth + x))
        }
      }
    }
    return taps
  }
}

@Suite("Windows over blocks")
struct WindowTests {
  static let blocks = 2

  @Test("depthwise convolution equals the plain loop", arguments: InstructionSet.available, WindowCase.all)
  func depthwise(instructionSet: InstructionSet, test: WindowCase) {
    let window = test.window
    var random = SeededGenerator(seed: UInt64(window.inputWidth * 100 + window.inputHeight))
    let input = random.floats(Self.blocks * window.inputBlockStride)
    let area = window.kernelHeight * window.kernelWidth
    let weights = random.floats(Self.blocks * area * 16)
    let bias = random.floats(Self.blocks * 16)
    let residual = random.floats(Self.blocks * window.outputBlockStride)
    var expected = [Float](repeating: 0, count: residual.count)
    for block in 0..<Self.blocks {
      for row in 0..<window.outputHeight {
        for column in 0..<window.outputWidth {
          for lane in 0..<16 {
            var sum = Double(bias[block * 16 + lane])
            for tap in test.taps(row: row, column: column) {
              sum +=
                Double(input[block * window.inputBlockStride + tap.pixel * 16 + lane])
                * Double(weights[(block * area + tap.kernel) * 16 + lane])
            }
            let place = block * window.outputBlockStride + (row * window.outputWidth + column) * 16 + lane
            expected[place] = max(0, Float(sum) + residual[place])
          }
        }
      }
    }
    var output = [Float](repeating: .nan, count: expected.count)
    let kernels = instructionSet.kernels
    input.withUnsafeBufferPointer { input in
      weights.withUnsafeBufferPointer { weights in
        bias.withUnsafeBufferPointer { bias in
          residual.withUnsafeBufferPointer { residual in
            output.withUnsafeMutableBufferPointer { output in
              let task = DepthwiseConvolution(
                window: window, input: input.baseAddress!, weights: weights.baseAddress!,
                output: output.baseAddress!,
                epilogue: Epilogue(
                  bias: bias.baseAddress!, residual: residual.baseAddress!, activation: .rectifier))
              for row in 0..<window.outputHeight {
                kernels.convolveDepthwise(task, rows: row..<row + 1, blocks: 0..<Self.blocks)
              }
            }
          }
        }
      }
    }
    #expect(relativeDifference(output, expected) < 2e-6)
  }

  @Test(
    "pooling equals the plain loop", arguments: InstructionSet.available, WindowCase.all)
  func pooling(instructionSet: InstructionSet, test: WindowCase) {
    let window = test.window
    var random = SeededGenerator(seed: UInt64(window.inputWidth * 10 + window.inputHeight))
    let input = random.floats(Self.blocks * window.inputBlockStride)
    let kernels = instructionSet.kernels
    for reduction in [Pooling.Reduction.maximum, .meanOfInside, .meanOfWindow] {
      var expected = [Float](repeating: 0, count: Self.blocks * window.outputBlockStride)
      for block in 0..<Self.blocks {
        for row in 0..<window.outputHeight {
          for column in 0..<window.outputWidth {
            let taps = test.taps(row: row, column: column)
            for lane in 0..<16 {
              let values = taps.map { input[block * window.inputBlockStride + $0.pixel * 16 + lane] }
              let place = block * window.outputBlockStride + (row * window.outputWidth + column) * 16 + lane
              switch reduction {
              case .maximum: expected[place] = values.max() ?? -.infinity
              case .meanOfInside:
                expected[place] = values.isEmpty ? 0 : values.reduce(0, +) / Float(values.count)
              case .meanOfWindow:
                expected[place] = values.reduce(0, +) / Float(window.kernelHeight * window.kernelWidth)
              }
            }
          }
        }
      }
      // A window that lies in the padding alone has no mean; ONNX leaves it open.
      if reduction == .meanOfInside, expected.contains(0) { continue }
      var output = [Float](repeating: .nan, count: expected.count)
      input.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          let task = Pooling(
            window: window, reduction: reduction, input: input.baseAddress!, output: output.baseAddress!)
          kernels.pool(task, rows: 0..<window.outputHeight, blocks: 0..<Self.blocks)
        }
      }
      if reduction == .maximum {
        #expect(output == expected)
      } else {
        #expect(relativeDifference(output, expected) < 2e-6)
      }
    }
  }
}
