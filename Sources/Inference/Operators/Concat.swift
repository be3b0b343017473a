/// `Concat`: tensors one after another along an axis.
struct Concat: ONNXOperator {
  static let name = "Concat"

  var axis: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    guard let axis = try node.integer("axis") else { throw node.invalid("axis is missing") }
    self.axis = axis
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...ONNXModel.maximumOperands)
    let first = try operands.required(0, "inputs[0]")
    let place = try normalizedAxis(axis, rank: first.shape.count)
    var shape = first.shape
    for index in 1..<max(operands.count, 1) {
      let next = try operands.required(index, "inputs[\(index)]", [first.elementType])
      var expected = first.shape
      if next.shape.count == expected.count { expected[place] = next.shape[place] }
      guard next.shape == expected else {
        throw invalid("shapes \(first.shape) and \(next.shape) differ beyond axis \(axis)")
      }
      shape[place] = saturatingSum(shape[place], next.shape[place])
    }
    return [ValueInformation(shape: shape, elementType: first.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    let output = outputs[0]
    let lanes = AxisLanes(output.shape, axis: axis < 0 ? axis + output.shape.count : axis)
    let elementBytes = output.elementType.byteCount
    let lineBytes = lanes.length * lanes.stride * elementBytes
    var before = 0
    for case let input? in inputs {
      let bytes = lanes.outer == 0 ? 0 : input.count / lanes.outer * elementBytes
      for line in 0..<lanes.outer {
        (output.base + line * lineBytes + before).copyMemory(
          from: input.base + line * bytes, byteCount: bytes)
      }
      before += bytes
    }
  }
}
