/// `ConvTranspose` over two spatial axes: every input spreads its weighted kernel over the output.
struct ConvTranspose: ConvolutionOperator {
  static let name = "ConvTranspose"

  var kernel: [Int]
  var strides: [Int]
  /// Top, left, bottom, right: what is cut off the spread output.
  var pads: [Int]
  var dilations: [Int]
  /// Rows and columns added at the bottom and right.
  var outputPadding: [Int]
  var groups: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    kernel = try node.convolutionKernel()
    strides = try node.extents("strides", count: 2, default: 1, from: 1)
    pads = try node.extents("pads", count: 4, default: 0, from: 0)
    dilations = try node.extents("dilations", count: 2, default: 1, from: 1)
    outputPadding = try node.extents("output_padding", count: 2, default: 0, from: 0)
    groups = try node.convolutionGroups()
    switch try AutoPad(node) {
    case .explicit: break
    case .valid: pads = [0, 0, 0, 0]
    case .sameUpper, .sameLower: throw node.invalid("auto_pad SAME is not supported")
    }
    if let shape = try node.integers("output_shape"), !shape.isEmpty {
      throw node.invalid("output_shape is not supported")
    }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...3)
    let (input, weights) = try shapes(operands)
    guard weights[0] == input[1], input[1] % groups == 0 else {
      throw invalid("weights \(weights) do not fit input \(input) in \(groups) groups")
    }
    let channels = saturatingProduct(weights[1], groups)
    if let bias = try operands.optional(2, "B", [.float32]), bias.shape != [channels] {
      throw invalid("bias \(bias.shape) does not fit \(channels) channels")
    }
    var shape = [input[0], channels]
    for axis in 0..<2 {
      let spread =
        (max(input[axis + 2], 1) - 1) * strides[axis] + (weights[axis + 2] - 1) * dilations[axis] + 1
      let length = spread + outputPadding[axis] - pads[axis] - pads[axis + 2]
      guard length >= 1, outputPadding[axis] < max(strides[axis], dilations[axis]) else {
        throw invalid("pads \(pads) and output_padding \(outputPadding) do not fit input \(input)")
      }
      shape.append(length)
    }
    return [ValueInformation(shape: shape, elementType: .float32)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    guard let input = inputs[0], let weights = inputs[1]?.shape else { return .max }
    let taps = saturatingProduct(input.count, weights[1], weights[2], weights[3])
    return saturatingSum(saturatingSum(1, outputs[0].count), taps)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0], let weights = inputs[1] else { return }
    let output = outputs[0]
    let bias = inputs.count > 2 ? inputs[2]?.elements(Float.self) : nil
    let (height, width) = (input.shape[2], input.shape[3])
    let (outputHeight, outputWidth) = (output.shape[2], output.shape[3])
    let (inputChannels, channels) = (input.shape[1], output.shape[1])
    let groupOutputs = weights.shape[1]
    let groupInputs = inputChannels / groups
    let (kernelHeight, kernelWidth) = (weights.shape[2], weights.shape[3])
    for image in 0..<input.shape[0] {
      for channel in 0..<channels {
        let plane = output.elements(Float.self) + (image * channels + channel) * outputHeight * outputWidth
        plane.update(repeating: bias.map { $0[channel] } ?? 0, count: outputHeight * outputWidth)
        let group = channel / groupOutputs
        for inputChannel in group * groupInputs..<(group + 1) * groupInputs {
          let source = input.elements(Float.self) + (image * inputChannels + inputChannel) * height * width
          let filter =
            weights.elements(Float.self)
            + (inputChannel * groupOutputs + channel % groupOutputs) * kernelHeight * kernelWidth
          for tap in 0..<kernelHeight * kernelWidth {
            let rowOffset = tap / kernelWidth * dilations[0] - pads[0]
            let columnOffset = tap % kernelWidth * dilations[1] - pads[1]
            // The inputs whose target row or column exists.
            let rows = SlidingWindow.outputs(
              length: outputHeight, stride: strides[0], offset: rowOffset, count: height)
            let columns = SlidingWindow.outputs(
              length: outputWidth, stride: strides[1], offset: columnOffset, count: width)
            for y in rows {
              let target = plane + (y * strides[0] + rowOffset) * outputWidth + columnOffset
              for x in columns { target[x * strides[1]] += filter[tap] * source[y * width + x] }
            }
          }
        }
      }
    }
  }
}
