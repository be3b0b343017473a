import TensorKernels
import TestSupport
import Testing

/// A dense convolution small enough to compute by hand-written loops.
struct DenseCase: Sendable, CustomTestStringConvertible {
  var inputBlocks: Int
  var outputBlocks: Int
  var height: Int
  var width: Int
  var kernel: Int
  var stride: Int
  /// Zero for a blocked input, else the number of interleaved channels.
  var interleaved = 0

  var testDescription: String {
    "\(inputBlocks)→\(outputBlocks) blocks, \(height)×\(width), kernel \(kernel), stride \(stride), interleaved \(interleaved)"
  }

  var inputHeight: Int { (height - 1) * stride + kernel }
  var inputWidth: Int { (width - 1) * stride + kernel }
  var depth: Int { interleaved > 0 ? interleaved : channelsPerBlock }

  static let all: [DenseCase] = {
    var cases: [DenseCase] = []
    for width in 1...30 {
      cases.append(
        DenseCase(inputBlocks: 2, outputBlocks: 1 + width % 3, height: 1, width: width, kernel: 1, stride: 1))
    }
    for width in [1, 2, 5, 7, 13, 25] {
      for stride in 1...3 {
        cases.append(
          DenseCase(
            inputBlocks: 1 + width % 2, outputBlocks: 3, height: 3, width: width, kernel: 3, stride: stride))
        cases.append(
          DenseCase(
            inputBlocks: 1, outputBlocks: 2, height: 2, width: width, kernel: 3, stride: stride,
            interleaved: 3))
      }
    }
    cases.append(
      DenseCase(inputBlocks: 1, outputBlocks: 4, height: 1, width: 1, kernel: 1, stride: 1, interleaved: 501))
    return cases
  }()
}

@Suite("Dense convolution")
struct DenseConvolutionTests {
  /// Runs a case in the given parts and returns the output, or the plain loop's where `kernels` is nil.
  func run(
    _ test: DenseCase, _ kernels: (any KernelSet)?, activation: Epilogue.Activation, split: Bool = false
  ) -> [Float] {
    var random = SeededGenerator(seed: UInt64(test.width * 31 + test.kernel * 7 + test.stride))
    let area = test.kernel * test.kernel
    let pixelCount = test.inputHeight * test.inputWidth
    let input = random.floats(test.inputBlocks * pixelCount * test.depth)
    let taps = test.inputBlocks * area
    let weights = random.floats(test.outputBlocks * taps * test.depth * 16)
    let bias = random.floats(test.outputBlocks * 16)
    let slopes = random.floats(test.outputBlocks * 16)
    let outputFloats = test.outputBlocks * test.height * test.width * 16
    let residual = random.floats(outputFloats)
    var offsets: [Int] = []
    for block in 0..<test.inputBlocks {
      for row in 0..<test.kernel {
        for column in 0..<test.kernel {
          offsets.append((block * pixelCount + row * test.inputWidth + column) * test.depth)
        }
      }
    }
    var output = [Float](repeating: .nan, count: outputFloats)
    guard let kernels else {
      for block in 0..<test.outputBlocks {
        for row in 0..<test.height {
          for column in 0..<test.width {
            let start = (row * test.stride * test.inputWidth + column * test.stride) * test.depth
            for lane in 0..<16 {
              var sum = Double(bias[block * 16 + lane])
              for tap in 0..<taps {
                for k in 0..<test.depth {
                  sum +=
                    Double(input[start + offsets[tap] + k])
                    * Double(weights[((block * taps + tap) * test.depth + k) * 16 + lane])
                }
              }
              let place = ((block * test.height + row) * test.width + column) * 16 + lane
              sum += Double(residual[place])
              output[place] = reference(Float(sum), activation, slope: slopes[block * 16 + lane])
            }
          }
        }
      }
      return output
    }
    input.withUnsafeBufferPointer { input in
      weights.withUnsafeBufferPointer { weights in
        bias.withUnsafeBufferPointer { bias in
          slopes.withUnsafeBufferPointer { slopes in
            residual.withUnsafeBufferPointer { residual in
              offsets.withUnsafeBufferPointer { offsets in
                output.withUnsafeMutableBufferPointer { output in
                  let task = DenseConvolution(
                    input: input.baseAddress!, rowStride: test.stride * test.inputWidth * test.depth,
                    pixelStride: test.stride * test.depth, tapOffsets: offsets.baseAddress!, tapCount: taps,
                    tapDepth: test.depth, weights: weights.baseAddress!, output: output.baseAddress!,
                    outputBlockStride: test.height * test.width * 16, outputWidth: test.width,
                    epilogue: Epilogue(
                      bias: bias.baseAddress!, residual: residual.baseAddress!, activation: activation,
                      slopes: slopes.baseAddress!, lower: -0.25, upper: 0.5))
                  if split {
                    for block in 0..<test.outputBlocks {
                      for row in 0..<test.height {
                        for column in 0..<test.width {
                          kernels.convolve(
                            task, rows: row..<row + 1, columns: column..<column + 1, blocks: block..<block + 1
                          )
                        }
                      }
                    }
                  } else {
                    kernels.convolve(
                      task, rows: 0..<test.height, columns: 0..<test.width, blocks: 0..<test.outputBlocks)
                  }
                }
              }
            }
          }
        }
      }
    }
    return output
  }

  func reference(_ value: Float, _ activation: Epilogue.Activation, slope: Float) -> Float {
    switch activation {
    case .identity: value
    case .rectifier: max(value, 0)
    case .parametricRectifier: value < 0 ? value * slope : value
    case .clip: min(max(value, -0.25), 0.5)
    }
  }

  @Test("equals the plain loop", arguments: InstructionSet.available, DenseCase.all)
  func equalsPlainLoop(instructionSet: InstructionSet, test: DenseCase) {
    for activation in [Epilogue.Activation.identity, .rectifier, .parametricRectifier, .clip] {
      let expected = run(test, nil, activation: activation)
      let actual = run(test, instructionSet.kernels, activation: activation)
      // Float sums of up to five hundred products, clipped to a scale of one half, against sums in double.
      #expect(relativeDifference(actual, expected) < 2e-5)
    }
  }

  @Test("gives the same bits however the work is split", arguments: InstructionSet.available, DenseCase.all)
  func splitsToTheSameBits(instructionSet: InstructionSet, test: DenseCase) {
    let whole = run(test, instructionSet.kernels, activation: .parametricRectifier)
    let parts = run(test, instructionSet.kernels, activation: .parametricRectifier, split: true)
    #expect(whole == parts)
  }
}
