/// Neighbouring channels of N×C×H×W.
///
/// No ONNX operator of its own: what a convolution computed alone becomes one when its siblings are computed with it.
struct ChannelSlice: Operator {
  /// At least one channel.
  let channels: Range<Int>

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "input", [.float32]).shape
    guard input.count == 4, channels.upperBound <= input[1] else {
      throw invalid("channels \(channels) of an input \(input)")
    }
    return [
      ValueInformation(shape: [input[0], channels.count, input[2], input[3]], elementType: .float32)
    ]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let source = input.elements(Float.self)
    let target = outputs[0].elements(Float.self)
    let plane = input.shape[2] * input.shape[3]
    for image in 0..<input.shape[0] {
      let from = (image * input.shape[1] + channels.lowerBound) * plane
      let to = image * channels.count * plane
      for index in 0..<channels.count * plane { target[to + index] = source[from + index] }
    }
  }
}
