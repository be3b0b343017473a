import TensorKernels
import TestSupport
import Testing

@Suite("Element loops")
struct ElementTests {
  @Test(
    "blocks and back is the identity, with zeros past the last channel", arguments: InstructionSet.available)
  func blocksAndBack(instructionSet: InstructionSet) {
    let kernels = instructionSet.kernels
    for channels in [1, 3, 15, 16, 17, 40] {
      for pixels in [1, 2, 7, 16, 33] {
        var random = SeededGenerator(seed: UInt64(channels * 100 + pixels))
        let plain = random.floats(channels * pixels)
        let blocks = blockCount(channels)
        var blocked = [Float](repeating: .nan, count: blocks * pixels * 16)
        var back = [Float](repeating: .nan, count: plain.count)
        kernels.block(input: plain, output: &blocked, channels: channels, pixels: pixels, blocks: 0..<blocks)
        kernels.unblock(input: blocked, output: &back, channels: channels, pixels: pixels, blocks: 0..<blocks)
        #expect(back == plain)
        for channel in 0..<blocks * 16 {
          for pixel in 0..<pixels {
            let value = blocked[(channel / 16 * pixels + pixel) * 16 + channel % 16]
            #expect(value == (channel < channels ? plain[channel * pixels + pixel] : 0))
          }
        }
      }
    }
  }

  @Test("bias, residual and activation are applied in this order", arguments: InstructionSet.available)
  func finishes(instructionSet: InstructionSet) {
    var random = SeededGenerator(seed: 5)
    let (pixels, blocks) = (11, 3)
    let input = random.floats(pixels * blocks * 16)
    let residual = random.floats(input.count)
    let bias = random.floats(blocks * 16)
    let slopes = random.floats(blocks * 16)
    let expected = input.indices.map { index -> Float in
      let channel = index / (pixels * 16) * 16 + index % 16
      let sum = input[index] + bias[channel] + residual[index]
      return sum < 0 ? sum * slopes[channel] : sum
    }
    var output = [Float](repeating: .nan, count: input.count)
    bias.withUnsafeBufferPointer { bias in
      slopes.withUnsafeBufferPointer { slopes in
        residual.withUnsafeBufferPointer { residual in
          let epilogue = Epilogue(
            bias: bias.baseAddress!, residual: residual.baseAddress!, activation: .parametricRectifier,
            slopes: slopes.baseAddress!)
          instructionSet.kernels.finish(
            input: input, output: &output, pixels: pixels, blocks: 0..<blocks, epilogue: epilogue)
        }
      }
    }
    #expect(output == expected)
  }

  @Test("a product with quantised weights equals the plain loop", arguments: InstructionSet.available)
  func quantizedProduct(instructionSet: InstructionSet) {
    for (depth, blockSize) in [(1, 64), (3, 2), (64, 64), (65, 64), (127, 32), (200, 64), (50, 7)] {
      for rowCount in [1, 3] {
        var random = SeededGenerator(seed: UInt64(depth))
        let blocks = 2
        let blocksOfDepth = (depth + blockSize - 1) / blockSize
        let input = random.floats(rowCount * depth)
        let weights = (0..<blocks * depth * 16).map { _ in Int8.random(in: -128...127, using: &random) }
        let scales = random.floats(blocks * blocksOfDepth * 16)
        let zeroPoints = (0..<scales.count).map { _ in Float(Int8.random(in: -128...127, using: &random)) }
        let bias = random.floats(blocks * 16)
        var expected: [Float] = []
        for block in 0..<blocks {
          for row in 0..<rowCount {
            for lane in 0..<16 {
              var sum = Double(bias[block * 16 + lane])
              for index in 0..<depth {
                let place = (block * blocksOfDepth + index / blockSize) * 16 + lane
                sum +=
                  (Double(weights[(block * depth + index) * 16 + lane]) - Double(zeroPoints[place]))
                  * Double(scales[place])
                  * Double(input[row * depth + index])
              }
              expected.append(Float(max(sum, 0)))
            }
          }
        }
        var output = [Float](repeating: .nan, count: expected.count)
        input.withUnsafeBufferPointer { input in
          weights.withUnsafeBufferPointer { weights in
            (scales + zeroPoints).withUnsafeBufferPointer { factors in
              bias.withUnsafeBufferPointer { bias in
                output.withUnsafeMutableBufferPointer { output in
                  let task = QuantizedProduct(
                    input: input.baseAddress!, depth: depth, weights: weights.baseAddress!,
                    scales: factors.baseAddress!, zeroPoints: factors.baseAddress! + scales.count,
                    blockSize: blockSize, output: output.baseAddress!, rowCount: rowCount,
                    epilogue: Epilogue(bias: bias.baseAddress!, activation: .rectifier))
                  instructionSet.kernels.multiply(task, rows: 0..<rowCount, blocks: 0..<blocks)
                }
              }
            }
          }
        }
        #expect(relativeDifference(output, expected) < 5e-6)
      }
    }
  }

  @Test("a forced instruction set must be one that this processor has")
  func availability() {
    #expect(InstructionSet.available.first == .baseline)
    #expect(InstructionSet.available.contains(.preferred))
    for instructionSet in InstructionSet.available {
      #expect(instructionSet.kernels.instructionSet == instructionSet)
    }
  }
}
