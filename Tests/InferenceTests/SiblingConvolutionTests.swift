import TensorKernels
import Testing

@testable import Inference

/// Heads of few channels on one feature map, as detectors end in.
@Suite("Convolutions of one input")
struct SiblingConvolutionTests {
  private static let inputShape = [2, 20, 5, 4]

  private static func floats(_ count: Int, seed: Int) -> [Float] {
    (0..<count).map { Float(($0 &* 7919 &+ seed &* 104_729) % 201 - 100) / 100 }
  }

  private static func tensor(_ name: String, _ shape: [Int], seed: Int) -> (inout ProtobufWriter) -> Void {
    { message in
      for extent in shape { message.integer(1, extent) }
      message.integer(2, 1)
      for value in floats(shape.reduce(1, *), seed: seed) { message.float(4, value) }
      message.string(8, name)
    }
  }

  private static func integers(_ name: String, _ values: [Int]) -> (inout ProtobufWriter) -> Void {
    { node in
      node.message(5) { attribute in
        attribute.string(1, name)
        for value in values { attribute.integer(8, value) }
        attribute.integer(20, 7)
      }
    }
  }

  private struct Head {
    var channels: Int
    var hasBias = true
    /// Whether a convolution per channel follows, and with which stride.
    var channelwiseStride: Int? = 1
    var isTransposed = true
    var isReadTwice = false
  }

  private static func writer(_ heads: [Head]) -> ModelWriter {
    var writer = ModelWriter(outputs: [], operatorSet: 13, inputShape: inputShape)
    for (index, head) in heads.enumerated() {
      writer.initializers.append(tensor("w\(index)", [head.channels, 20, 1, 1], seed: index))
      writer.initializers.append(tensor("b\(index)", [head.channels], seed: 50 + index))
      writer.nodes.append(
        .init(
          operatorName: "Conv", inputs: ["x", "w\(index)"] + (head.hasBias ? ["b\(index)"] : []),
          outputs: ["h\(index)"]))
      var result = "h\(index)"
      if head.isReadTwice { writer.outputs.append(result) }
      if let stride = head.channelwiseStride {
        writer.initializers.append(tensor("d\(index)", [head.channels, 1, 3, 3], seed: 100 + index))
        writer.nodes.append(
          .init(operatorName: "Conv", inputs: [result, "d\(index)"], outputs: ["c\(index)"]) { node in
            integers("pads", [1, 1, 1, 1])(&node)
            integers("strides", [stride, stride])(&node)
            node.message(5) {
              $0.string(1, "group")
              $0.integer(3, head.channels)
              $0.integer(20, 2)
            }
          })
        result = "c\(index)"
      }
      if head.isTransposed {
        writer.nodes.append(
          .init(
            operatorName: "Transpose", inputs: [result], outputs: ["t\(index)"],
            attributes: integers("perm", [0, 2, 3, 1])))
        result = "t\(index)"
      }
      writer.outputs.append(result)
    }
    return writer
  }

  /// Every combination, and how many convolutions are left of it.
  private static let cases: [(heads: [Head], convolutions: Int)] = [
    ([Head(channels: 1), Head(channels: 4), Head(channels: 10), Head(channels: 1, hasBias: false)], 2),
    ([Head(channels: 1, channelwiseStride: nil), Head(channels: 4, isTransposed: false)], 2),
    (
      [
        Head(channels: 3, channelwiseStride: nil, isTransposed: false),
        Head(channels: 5, channelwiseStride: nil),
      ], 1
    ),
    // Different strides, or a head that somebody else reads, keep the second stage apart.
    ([Head(channels: 2, channelwiseStride: 2), Head(channels: 2)], 3),
    ([Head(channels: 2, isReadTwice: true), Head(channels: 2)], 3),
    // Slices that cross blocks.
    ([Head(channels: 15), Head(channels: 3), Head(channels: 20)], 2),
    // Whole blocks gain nothing.
    ([Head(channels: 16), Head(channels: 32)], 4),
  ]

  @Test("that together fill fewer blocks are computed at once", arguments: cases.indices)
  func merging(index: Int) throws {
    let (heads, convolutions) = Self.cases[index]
    let writer = Self.writer(heads)
    let merged = try writer.graph().mergingSiblingConvolutions()
    #expect(merged.nodes.count { $0.operation is Conv } == convolutions)

    let input = Self.floats(Self.inputShape.reduce(1, *), seed: 7)
    let expected = try runPlainly(try writer.graph(), inputs: ["x": (Self.inputShape, input)])
    let plain = try runPlainly(merged, inputs: ["x": (Self.inputShape, input)])
    let model = try Model(bytes: writer.bytes, name: "heads.onnx")
    for instructionSet in InstructionSet.available {
      let session = try model.makeSession(instructionSet: instructionSet)
      try session.withInput("x") { buffer in _ = buffer.initialize(from: input) }
      session.run()
      for (name, (shape, values)) in expected {
        let wanted = Tensor(shape: shape, elements: .float32(values))
        let alone = try #require(plain[name])
        #expect(Tensor(shape: alone.shape, elements: .float32(alone.values)).difference(from: wanted) < 1e-5)
        let computed = Tensor(
          shape: try session.outputShape(name), elements: .float32(try session.output(name)))
        #expect(computed.difference(from: wanted) < 1e-5, "\(name)")
      }
    }
  }
}
