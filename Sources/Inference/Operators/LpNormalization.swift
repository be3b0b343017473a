/// `LpNormalization`: each vector along an axis divided by its norm.
struct LpNormalization: ONNXOperator {
  static let name = "LpNormalization"

  var axis: Int
  /// 1 for the sum of absolute values, 2 for the Euclidean norm.
  var order: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    axis = try node.integer("axis") ?? -1
    order = try node.integer("p") ?? 2
    guard order == 1 || order == 2 else { throw node.invalid("a norm of order \(order) is not defined") }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "input", [.float32])
    _ = try normalizedAxis(axis, rank: input.shape.count)
    return [ValueInformation(shape: input.shape, elementType: .float32)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let lanes = AxisLanes(input.shape, axis: axis < 0 ? axis + input.shape.count : axis)
    let source = input.elements(Float.self)
    let target = outputs[0].elements(Float.self)
    lanes.forEachLane { start in
      var sum: Float = 0
      for index in 0..<lanes.length {
        let value = source[start + index * lanes.stride]
        sum += order == 1 ? abs(value) : value * value
      }
      let norm = order == 1 ? sum : sum.squareRoot()
      for index in 0..<lanes.length {
        let place = start + index * lanes.stride
        target[place] = norm == 0 ? 0 : source[place] / norm
      }
    }
  }
}
