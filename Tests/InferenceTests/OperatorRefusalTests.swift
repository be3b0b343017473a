import Testing

@testable import Inference

@Suite struct OperatorRefusalTests {
  /// One node with float operands of given shapes and integer attributes.
  private func refusal(
    _ name: String, _ shapes: [[Int]], _ attributes: [String: ONNXAttribute], operatorSet: Int = 11
  ) -> InferenceError? {
    let node = ONNXNode(
      name: "node", operatorName: name, inputs: shapes.indices.map { "x\($0)" }, outputs: ["y"],
      attributes: attributes)
    do throws(InferenceError) {
      guard let entry = OperatorRegistry.onnx.entries[name] else { return nil }
      let operation = try entry.make(node, operatorSet)
      let operands = shapes.map { Optional(ValueInformation(shape: $0, elementType: .float32)) }
      let graphNode = Node(name: "node", operation: operation, inputs: [], outputs: [ValueID(index: 0)])
      _ = try graphNode.inferOutputs(operands, limits: .standard)
      return nil
    } catch {
      return error
    }
  }

  private typealias Case = (name: String, shapes: [[Int]], attributes: [String: ONNXAttribute])

  private let image = [1, 4, 8, 8]
  private let filter = [4, 4, 3, 3]

  @Test("Attributes that contradict their operator are refused with the node's name")
  func badAttributes() {
    let cases: [Case] = [
      ("Conv", [image, filter], ["strides": .integers([0, 1])]),
      ("Conv", [image, filter], ["strides": .integers([-1, 1])]),
      ("Conv", [image, filter], ["strides": .integers([1])]),
      ("Conv", [image, filter], ["strides": .integer(1)]),
      ("Conv", [image, filter], ["dilations": .integers([0, 0])]),
      ("Conv", [image, filter], ["dilations": .integers([.max, 1])]),
      ("Conv", [image, filter], ["pads": .integers([-1, 0, 0, 0])]),
      ("Conv", [image, filter], ["pads": .integers([.max, .max, .max, .max])]),
      ("Conv", [image, filter], ["group": .integer(0)]),
      ("Conv", [image, filter], ["group": .integer(-4)]),
      ("Conv", [image, filter], ["group": .integer(3)]),
      ("Conv", [image, filter], ["kernel_shape": .integers([0, 0])]),
      ("Conv", [image, filter], ["kernel_shape": .integers([5, 5])]),
      ("Conv", [image, filter], ["kernel_shape": .integers([3])]),
      ("Conv", [image, filter], ["auto_pad": .string("ROUND")]),
      ("Conv", [image, [4, 4, 9, 9]], [:]),
      ("Conv", [image, [4, 3, 3, 3]], [:]),
      ("Conv", [[1, 4, 8], [4, 4, 3]], [:]),
      ("Conv", [image, filter, [3]], [:]),
      ("Conv", [image], [:]),
      ("ConvTranspose", [image, filter], ["pads": .integers([9, 9, 9, 9])]),
      ("ConvTranspose", [image, filter], ["output_padding": .integers([1, 1])]),
      ("ConvTranspose", [image, filter], ["output_shape": .integers([16, 16])]),
      ("MaxPool", [image], [:]),
      ("MaxPool", [image], ["kernel_shape": .integers([0, 2])]),
      ("MaxPool", [image], ["kernel_shape": .integers([9, 9])]),
      ("MaxPool", [image], ["kernel_shape": .integers([2, 2]), "pads": .integers([2, 0, 0, 0])]),
      ("MaxPool", [image], ["kernel_shape": .integers([2, 2]), "storage_order": .integer(1)]),
      ("MaxPool", [image], ["kernel_shape": .integers([2, 2]), "dilations": .integers([2, 2])]),
      ("AveragePool", [[1, 4, 0, 8]], ["kernel_shape": .integers([2, 2])]),
      ("GlobalAveragePool", [[1, 4, 0, 0]], [:]),
      ("BatchNormalization", [image, [4], [4], [4]], [:]),
      ("BatchNormalization", [image, [4], [4], [4], [3]], [:]),
      ("BatchNormalization", [image, [4], [4], [4], [4]], ["training_mode": .integer(1)]),
      ("PRelu", [image, [3, 1, 1]], [:]),
      ("PRelu", [[4], [1, 4]], [:]),
      ("Add", [[2, 3], [2]], [:]),
      ("Gemm", [[2, 3], [4, 5]], [:]),
      ("Gemm", [[2, 3, 1], [3, 5]], [:]),
      ("Gemm", [[2, 3], [3, 5], [4]], [:]),
      ("MatMul", [[2, 3], [4, 5]], [:]),
      ("MatMul", [[], [4]], [:]),
      ("MatMul", [[2, 2, 3], [3, 3, 5]], [:]),
      ("Transpose", [image], ["perm": .integers([0, 1, 2, 2])]),
      ("Transpose", [image], ["perm": .integers([0, 1, 2, 4])]),
      ("Transpose", [image], ["perm": .integers([0, 1, -1, 2])]),
      ("Transpose", [image], ["perm": .integers([0, 1])]),
      ("Flatten", [image], ["axis": .integer(5)]),
      ("Flatten", [image], ["axis": .integer(.min)]),
      ("Squeeze", [image], ["axes": .integers([1])]),
      ("Squeeze", [image], ["axes": .integers([0, 0])]),
      ("Unsqueeze", [image], ["axes": .integers([0, 5, 9])]),
      ("Unsqueeze", [image], ["axes": .integers([0, 0])]),
      ("Unsqueeze", [image], ["axes": .integers([0, 1, 2, 3, 4])]),
      ("Unsqueeze", [image], [:]),
      ("Concat", [image, [1, 4, 8, 7]], ["axis": .integer(1)]),
      ("Concat", [image, [4]], ["axis": .integer(0)]),
      ("Concat", [image], ["axis": .integer(4)]),
      ("Concat", [image], [:]),
      ("Split", [image], ["split": .integers([1, 2])]),
      ("Split", [image], ["split": .integers([-1])]),
      ("Softmax", [image], ["axis": .integer(9)]),
      ("ReduceMean", [image], ["axes": .integers([4])]),
      ("ReduceMean", [image], ["axes": .integers([1, 1])]),
      ("ReduceMean", [[0, 3]], [:]),
      ("ArgMax", [[0, 3]], ["axis": .integer(0)]),
      ("Cast", [image], ["to": .integer(8)]),
      ("Cast", [image], [:]),
      ("LpNormalization", [image], ["p": .integer(3)]),
      ("Constant", [], [:]),
      ("Resize", [image], ["mode": .string("cubic")]),
      ("Resize", [image], [:]),
      ("DequantizeLinear", [image, []], [:]),
    ]
    for example in cases {
      switch refusal(example.name, example.shapes, example.attributes) {
      case .invalidNode(node: "node", let detail)?: #expect(!detail.isEmpty)
      case let other: Issue.record("\(example): \(String(describing: other))")
      }
    }
    let older: [Case] = [
      ("Upsample", [image], ["scales": .floats([1, 1, 2])]),
      ("Upsample", [image], ["scales": .floats([1, 1, .nan, 2])]),
      ("Upsample", [image], ["scales": .floats([1, 1, .infinity, 2])]),
      ("Upsample", [image], ["scales": .floats([1, 1, -2, 2])]),
      ("Upsample", [image], ["scales": .floats([2, 1, 2, 2]), "mode": .string("linear")]),
      ("Pad", [image], ["pads": .integers([0, 0, -1, 0, 0, 0, 0, 0])]),
      ("Pad", [image], ["pads": .integers([0, 0, 8, 0, 0, 0, 0, 0]), "mode": .string("reflect")]),
      ("Pad", [image], ["pads": .integers([0, 0, 1])]),
      ("BatchNormalization", [image, [4], [4], [4], [4]], ["spatial": .integer(0)]),
      ("Slice", [image], ["starts": .integers([0]), "ends": .integers([1, 2])]),
      ("Slice", [image], ["starts": .integers([0]), "ends": .integers([1]), "axes": .integers([4])]),
    ]
    for example in older {
      switch refusal(example.name, example.shapes, example.attributes, operatorSet: 7) {
      case .invalidNode(node: "node", let detail)?: #expect(!detail.isEmpty)
      case let other: Issue.record("\(example): \(String(describing: other))")
      }
    }
  }

  @Test(
    "Statistics per place, as old exports ask for after the last layer, are those of a channel of one place")
  func statisticsPerPlace() {
    let vectors = [[1, 4], [4], [4], [4], [4]]
    #expect(refusal("BatchNormalization", vectors, ["spatial": .integer(0)], operatorSet: 8) == nil)
  }

  @Test("Outputs beyond the limits are refused before memory is taken")
  func oversizedOutputs() {
    let cases: [Case] = [
      ("Upsample", [image], ["scales": .floats([1, 1, 1e4, 1e4])]),
      ("Upsample", [image], ["scales": .floats([1, 1, 1e9, 1e9])]),
      ("Pad", [image], ["pads": .integers([0, 0, .max, 0, 0, 0, .max, 0])]),
      ("Pad", [image], ["pads": .integers([0, 0, 1 << 24, 0, 0, 0, 0, 1 << 8])]),
      ("Conv", [image, filter], ["pads": .integers([1 << 15, 1 << 15, 1 << 15, 1 << 15])]),
      ("MatMul", [[1 << 14, 1], [1, 1 << 14]], [:]),
    ]
    for example in cases {
      guard
        case .limitExceeded? = refusal(example.name, example.shapes, example.attributes, operatorSet: 7)
      else {
        Issue.record("\(example)")
        continue
      }
    }
  }
}
