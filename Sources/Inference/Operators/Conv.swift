/// `Conv` over two spatial axes: Y = X ∗ W + B, in groups, with strides, dilations and padding.
struct Conv: ConvolutionOperator {
  static let name = "Conv"

  /// Height and width as the file gives them; empty where it leaves them to the weights.
  var kernel: [Int]
  /// Vertical, horizontal.
  var strides: [Int]
  /// Top, left, bottom, right; used where `autoPad` is `.explicit`.
  var pads: [Int]
  var autoPad: AutoPad
  /// Vertical, horizontal.
  var dilations: [Int]
  var groups: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    kernel = try node.convolutionKernel()
    strides = try node.extents("strides", count: 2, default: 1, from: 1)
    pads = try node.extents("pads", count: 4, default: 0, from: 0)
    dilations = try node.extents("dilations", count: 2, default: 1, from: 1)
    autoPad = try AutoPad(node)
    groups = try node.convolutionGroups()
  }

  /// Top, left, bottom and right padding for an input and kernel of given extents.
  func resolvedPads(inputHeight: Int, inputWidth: Int, kernelHeight: Int, kernelWidth: Int) -> [Int] {
    let (top, bottom) = SlidingWindow.pads(
      autoPad, length: inputHeight, kernel: kernelHeight, stride: strides[0], dilation: dilations[0],
      explicit: (pads[0], pads[2]))
    let (left, right) = SlidingWindow.pads(
      autoPad, length: inputWidth, kernel: kernelWidth, stride: strides[1], dilation: dilations[1],
      explicit: (pads[1], pads[3]))
    return [top, left, bottom, right]
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...3)
    let (input, weights) = try shapes(operands)
    guard input[1] % groups == 0, weights[1] == input[1] / groups, weights[0] % groups == 0 else {
      throw invalid("weights \(weights) do not fit input \(input) in \(groups) groups")
    }
    if let bias = try operands.optional(2, "B", [.float32]), bias.shape != [weights[0]] {
      throw invalid("bias \(bias.shape) does not fit \(weights[0]) channels")
    }
    let pads = resolvedPads(
      inputHeight: input[2], inputWidth: input[3], kernelHeight: weights[2], kernelWidth: weights[3])
    let rows = SlidingWindow(
      kernel: weights[2], stride: strides[0], dilation: dilations[0], start: pads[0], end: pads[2])
    let columns = SlidingWindow(
      kernel: weights[3], stride: strides[1], dilation: dilations[1], start: pads[1], end: pads[3])
    guard let height = rows.outputLength(input[2]), let width = columns.outputLength(input[3]) else {
      throw invalid("the kernel \(weights[2])×\(weights[3]) is larger than the padded input \(input)")
    }
    return [ValueInformation(shape: [input[0], weights[0], height, width], elementType: .float32)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    guard let weights = inputs[1]?.shape else { return .max }
    return saturatingSum(1, saturatingProduct(outputs[0].count, max(weights[1], 1), weights[2], weights[3]))
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0], let weights = inputs[1] else { return }
    let output = outputs[0]
    let bias = inputs.count > 2 ? inputs[2]?.elements(Float.self) : nil
    let (height, width) = (input.shape[2], input.shape[3])
    let (outputHeight, outputWidth) = (output.shape[2], output.shape[3])
    let (channels, groupChannels) = (weights.shape[0], weights.shape[1])
    let (kernelHeight, kernelWidth) = (weights.shape[2], weights.shape[3])
    let (top, _) = SlidingWindow.pads(
      autoPad, length: height, kernel: kernelHeight, stride: strides[0], dilation: dilations[0],
      explicit: (pads[0], pads[2]))
    let (left, _) = SlidingWindow.pads(
      autoPad, length: width, kernel: kernelWidth, stride: strides[1], dilation: dilations[1],
      explicit: (pads[1], pads[3]))
    let (rowStride, columnStride) = (strides[0], strides[1])
    let channelsPerGroup = channels / groups

    for image in 0..<input.shape[0] {
      for channel in 0..<channels {
        let plane =
          output.elements(Float.self) + (image * channels + channel) * outputHeight * outputWidth
        plane.update(repeating: bias.map { $0[channel] } ?? 0, count: outputHeight * outputWidth)
        let firstChannel = channel / channelsPerGroup * groupChannels
        for tap in 0..<groupChannels * kernelHeight * kernelWidth {
          let column = tap % kernelWidth
          let row = tap / kernelWidth % kernelHeight
          let inputChannel = firstChannel + tap / (kernelWidth * kernelHeight)
          let weight = weights.elements(Float.self)[
            channel * groupChannels * kernelHeight * kernelWidth + tap]
          let source = input.elements(Float.self) + (image * input.shape[1] + inputChannel) * height * width
          let rowOffset = row * dilations[0] - top
          let columnOffset = column * dilations[1] - left
          let columns = SlidingWindow.outputs(
            length: width, stride: columnStride, offset: columnOffset, count: outputWidth)
          let rows = SlidingWindow.outputs(
            length: height, stride: rowStride, offset: rowOffset, count: outputHeight)
          for y in rows where !columns.isEmpty {
            let target = plane + y * outputWidth
            let line = source + (y * rowStride + rowOffset) * width + columnOffset
            if columnStride == 1 {
              for x in columns { target[x] += weight * line[x] }
            } else {
              for x in columns { target[x] += weight * line[x * columnStride] }
            }
          }
        }
      }
    }
  }
}
