/// `BatchNormalization` with fixed statistics: (x − mean) / √(variance + epsilon) · scale + shift per channel.
struct BatchNormalization: ONNXOperator {
  static let name = "BatchNormalization"

  var epsilon: Float
  /// Whether each place of a channel has statistics of its own (before operator set 9).
  private var isPerPlace: Bool

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    epsilon = try node.float("epsilon") ?? 1e-5
    isPerPlace = operatorSet < 9 ? try !node.flag("spatial", default: true) : false
    try node.requireInteger("training_mode", 0)
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 5...5)
    let input = try operands.required(0, "X", [.float32])
    guard input.shape.count >= 2 else { throw invalid("input \(input.shape) has no channel axis") }
    // Old exports ask for it at the end of a network, where a channel is one place and it means the same.
    guard !isPerPlace || input.shape.count == 2 else {
      throw invalid("statistics for each place of input \(input.shape) are not supported")
    }
    try requireChannelNumbers(["scale", "B", "input_mean", "input_var"], in: operands, of: input)
    return [ValueInformation(shape: input.shape, elementType: .float32)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0], let scale = inputs[1]?.elements(Float.self),
      let shift = inputs[2]?.elements(Float.self), let mean = inputs[3]?.elements(Float.self),
      let variance = inputs[4]?.elements(Float.self)
    else { return }
    let channels = input.shape[1]
    let planes = input.shape[0] * channels
    let area = planes == 0 ? 0 : input.count / planes
    for plane in 0..<planes {
      let channel = plane % channels
      let factor = scale[channel] / (variance[channel] + epsilon).squareRoot()
      let source = input.elements(Float.self) + plane * area
      let target = outputs[0].elements(Float.self) + plane * area
      for index in 0..<area {
        target[index] = (source[index] - mean[channel]) * factor + shift[channel]
      }
    }
  }
}

extension ONNXOperator {
  /// Refuses the operands from the second one on, by these names, unless they have one number for each channel of the
  /// input.
  func requireChannelNumbers(
    _ names: [String], in operands: Operands, of input: ValueInformation
  ) throws(InferenceError) {
    for (index, name) in names.enumerated() {
      let shape = try operands.required(index + 1, name, [.float32]).shape
      guard shape == [input.shape[1]] else {
        throw invalid("\(name) \(shape) does not fit the channels of input \(input.shape)")
      }
    }
  }
}
