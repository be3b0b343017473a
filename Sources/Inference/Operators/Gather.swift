/// `Gather`: slices picked by index along an axis.
struct Gather: ONNXOperator {
  static let name = "Gather"

  var axis: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    axis = try node.integer("axis") ?? 0
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...2)
    let input = try operands.required(0, "data")
    let indices = try operands.required(1, "indices", [.int64, .int32])
    let place = try normalizedAxis(axis, rank: input.shape.count)
    let length = input.shape[place]
    guard length > 0 || indices.count == 0 else {
      throw invalid("axis \(axis) of input \(input.shape) is empty")
    }
    for index in indices.constant?.integers ?? [] where index < -length || index >= length {
      throw invalid("index \(index) is outside axis \(axis) of input \(input.shape)")
    }
    let shape = Array(input.shape[..<place]) + indices.shape + Array(input.shape[(place + 1)...])
    return [ValueInformation(shape: shape, elementType: input.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0], let indices = inputs[1] else { return }
    let lanes = AxisLanes(input.shape, axis: axis < 0 ? axis + input.shape.count : axis)
    let bytes = lanes.stride * input.elementType.byteCount
    let count = indices.count
    for group in 0..<lanes.outer {
      for place in 0..<count {
        let index = indices.integer(at: place)
        // Computed indices are not checked beforehand; one outside takes the nearest slice.
        let wrapped = index < 0 ? max(index, -lanes.length) + lanes.length : min(index, lanes.length - 1)
        (outputs[0].base + (group * count + place) * bytes)
          .copyMemory(from: input.base + (group * lanes.length + wrapped) * bytes, byteCount: bytes)
      }
    }
  }
}
