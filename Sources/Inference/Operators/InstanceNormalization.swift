/// `InstanceNormalization`: like batch normalisation, with the statistics of each plane itself.
struct InstanceNormalization: ONNXOperator {
  static let name = "InstanceNormalization"

  var epsilon: Float

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    epsilon = try node.float("epsilon") ?? 1e-5
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 3...3)
    let input = try operands.required(0, "input", [.float32])
    guard input.shape.count >= 3 else { throw invalid("input \(input.shape) has no spatial axis") }
    try requireChannelNumbers(["scale", "B"], in: operands, of: input)
    return [ValueInformation(shape: input.shape, elementType: .float32)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0], let scale = inputs[1]?.elements(Float.self),
      let shift = inputs[2]?.elements(Float.self)
    else { return }
    let channels = input.shape[1]
    let planes = input.shape[0] * channels
    let area = planes == 0 ? 0 : input.count / planes
    guard area > 0 else { return }
    for plane in 0..<planes {
      let source = input.elements(Float.self) + plane * area
      let target = outputs[0].elements(Float.self) + plane * area
      var sum = 0.0
      for index in 0..<area { sum += Double(source[index]) }
      let mean = sum / Double(area)
      var squares = 0.0
      for index in 0..<area {
        let difference = Double(source[index]) - mean
        squares += difference * difference
      }
      let factor = scale[plane % channels] / Float(squares / Double(area) + Double(epsilon)).squareRoot()
      for index in 0..<area {
        target[index] = (source[index] - Float(mean)) * factor + shift[plane % channels]
      }
    }
  }
}
