import TensorKernels

/// Convolutions over blocks or planes, and normalisations that none of them took in.
extension PlanBuilder {
  /// Plans a convolution with packed weights.
  mutating func addConvolution(_ node: Node, _ convolution: Conv, _ weights: PackedConvolution)
    throws(InferenceError) -> Bool
  {
    guard let input = node.inputs.first ?? nil, let output = node.outputs.first,
      let inputShape = blockedShape(input), let outputShape = blockedShape(output),
      inputShape.channels == weights.inputChannels, outputShape.channels == weights.outputChannels
    else { return false }
    let pads = convolution.resolvedPads(
      inputHeight: inputShape.height, inputWidth: inputShape.width,
      kernelHeight: weights.kernelHeight, kernelWidth: weights.kernelWidth)
    let absorption = try absorbFollowers(of: output)
    let residual = try absorption.residual.map { value throws(InferenceError) in try blockedBuffer(value) }

    if weights.kind == .depthwise {
      let source = try blockedBuffer(input)
      let target = makeBuffer(floats: outputShape.floats)
      let step = DepthwiseConvolutionStep(
        weights: weights, images: inputShape.images, blocks: inputShape.blocks,
        window: Window(
          inputHeight: inputShape.height, inputWidth: inputShape.width,
          outputHeight: outputShape.height, outputWidth: outputShape.width,
          kernelHeight: weights.kernelHeight, kernelWidth: weights.kernelWidth,
          strideHeight: convolution.strides[0], strideWidth: convolution.strides[1],
          dilationHeight: convolution.dilations[0], dilationWidth: convolution.dilations[1],
          padTop: pads[0], padLeft: pads[1]),
        activation: absorption.activation)
      addKernel(node.name, step, input: source, residual: residual, output: target)
      setBlocked(absorption.result, target)
      return true
    }

    let paddedHeight = inputShape.height + pads[0] + pads[2]
    let paddedWidth = inputShape.width + pads[1] + pads[3]
    let isPlanar = weights.kind == .planar
    var source = isPlanar ? try plainBuffer(input) : try blockedBuffer(input)
    if pads.contains(where: { $0 > 0 }) {
      let padding = PaddingStep(
        images: inputShape.images, planes: isPlanar ? inputShape.channels : inputShape.blocks,
        pixelFloats: isPlanar ? 1 : channelsPerBlock, height: inputShape.height, width: inputShape.width,
        top: pads[0], left: pads[1], paddedHeight: paddedHeight, paddedWidth: paddedWidth)
      let padded = makeBuffer(floats: padding.outputFloats)
      addKernel(node.name + " (padding)", padding, input: source, residual: nil, output: padded)
      source = padded
    }
    let target = makeBuffer(floats: outputShape.floats)
    let step = DenseConvolutionStep(
      weights: weights, input: inputShape, output: outputShape, strides: convolution.strides,
      dilations: convolution.dilations, paddedHeight: paddedHeight, paddedWidth: paddedWidth,
      activation: absorption.activation)
    addKernel(node.name, step, input: source, residual: residual, output: target)
    setBlocked(absorption.result, target)
    return true
  }

  /// Batch normalisation that no convolution took in.
  mutating func addChannelAffine(_ node: Node, _ weights: PackedConvolution) throws(InferenceError) -> Bool {
    guard let input = node.inputs.first ?? nil, let output = node.outputs.first,
      let shape = blockedShape(input), shape.channels == weights.outputChannels
    else { return false }
    let absorption = try absorbFollowers(of: output)
    let residual = try absorption.residual.map { value throws(InferenceError) in try blockedBuffer(value) }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: shape.floats)
    let step = DepthwiseConvolutionStep(
      weights: weights, images: shape.images, blocks: shape.blocks, window: Window(pointwiseOver: shape),
      activation: absorption.activation)
    addKernel(node.name, step, input: source, residual: residual, output: target)
    setBlocked(absorption.result, target)
    return true
  }
}
