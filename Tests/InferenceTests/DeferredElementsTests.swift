import TestSupport
import Testing

@testable import Inference

struct DeferredElementsTests {
  /// Numbers without a pattern, the same in every run.
  private struct Numbers {
    private var generator = SeededGenerator(seed: 1)

    mutating func byte() -> Int8 { Int8.random(in: .min ... .max, using: &generator) }

    mutating func bytes(_ count: Int) -> [Int8] { (0..<count).map { _ in byte() } }
    mutating func floats(_ count: Int) -> [Float] { (0..<count).map { _ in Float(byte()) / 37 } }
  }

  @Test(
    "Quantised blocks give the floats of the definition, whole and in parts",
    arguments: [(1, 1, 1), (3, 7, 4), (2, 9, 9), (5, 64, 16), (4, 33, 64)])
  func blocks(rows: Int, depth: Int, blockSize: Int) throws {
    var numbers = Numbers()
    let blocks = (depth + blockSize - 1) / blockSize
    let values = numbers.bytes(rows * depth)
    let scales = numbers.floats(rows * blocks)
    let zeroPoints = numbers.bytes(rows * blocks)
    let factors = numbers.floats(rows)
    let elements = try #require(
      BlockQuantizedElements(
        values: SignedBytes(values), depth: depth, blockSize: blockSize, scales: scales,
        zeroPoints: zeroPoints
      ).multiplyingRows(by: factors))
    let expected = values.indices.map { place -> Float in
      let row = place / depth
      let block = row * blocks + place % depth / blockSize
      return Float(Int(values[place]) - Int(zeroPoints[block])) * scales[block] * factors[row]
    }
    #expect(elements.floats() == expected)
    #expect(elements.detached.floats() == expected)
    for start in 0..<min(expected.count, 12) {
      for end in start...min(expected.count, start + 12) {
        var part = [Float](repeating: 0, count: end - start)
        part.withUnsafeMutableBufferPointer { buffer in
          if let base = buffer.baseAddress { elements.copyFloats(start..<end, to: base) }
        }
        #expect(part == Array(expected[start..<end]))
      }
    }
    #expect(elements.multiplyingRows(by: factors) == nil, "rounding twice has an order")
  }

  @Test(
    "Packed convolutions give back the weights that they were packed from",
    arguments: [
      (16, 16, 1, 1), (17, 33, 3, 1), (5, 3, 3, 1), (40, 9, 1, 1), (24, 1, 5, 24), (16, 1, 3, 16),
      (1, 20, 2, 1),
    ])
  func packedConvolution(outputs: Int, inputsPerGroup: Int, side: Int, groups: Int) throws {
    var numbers = Numbers()
    let shape = [outputs, inputsPerGroup, side, side]
    let weights = numbers.floats(shape.reduce(1, *))
    let packed = try #require(
      try PackedConvolution(
        weights: Tensor(shape: shape, elements: .float32(weights)), bias: nil, groups: groups))
    #expect(packed.floats() == weights)
  }

  @Test(
    "A packed matrix gives back the floats that its bytes stood for", arguments: [(16, 8, 4), (19, 21, 8)])
  func packedMatrix(outputs: Int, depth: Int, blockSize: Int) throws {
    var numbers = Numbers()
    let blocks = (depth + blockSize - 1) / blockSize
    let matrix = BlockQuantizedElements(
      values: SignedBytes(numbers.bytes(outputs * depth)), depth: depth, blockSize: blockSize,
      scales: numbers.floats(outputs * blocks), zeroPoints: nil)
    let packed = try #require(try PackedQuantizedMatrix(matrix, bias: nil))
    #expect(packed.floats() == matrix.floats())
    let floats = try #require(
      try PackedConvolution(
        matrix: Tensor(shape: [outputs, depth], elements: .deferred(matrix)), bias: nil))
    #expect(floats.floats() == matrix.floats())
  }

  @Test("A part of a file's bytes keeps only itself in memory once it is detached")
  func sharedBytes() {
    let file: [UInt8] = [1, 2, 0xff, 0x80, 5]
    let part = SignedBytes(sharing: file, range: 2..<4)
    #expect(Array(part) == [-1, -128])
    #expect(Array(part.detached) == [-1, -128])
    #expect(Array(SignedBytes([])) == [])
  }
}
