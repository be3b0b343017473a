import TensorKernels

/// What the epilogue of a kernel computes beyond the kernel's own node.
struct Absorption {
  var activation = ActivationFunction.identity
  var residual: ValueID?
  /// The value that the kernel stores.
  var result: ValueID
}

extension PlanBuilder {
  /// Follows a value through the additions and activations that its kernel can compute as it stores it.
  mutating func absorbFollowers(of value: ValueID) throws(InferenceError) -> Absorption {
    var absorption = Absorption(result: value)
    while let index = soleConsumer(absorption.result) {
      let node = graph.nodes[index]
      guard let output = node.outputs.first, node.outputs.count == 1 else { break }
      if let activation = try activation(node) {
        absorb(index)
        absorption.activation = activation
        absorption.result = output
        break
      }
      guard absorption.residual == nil, (node.operation as? BinaryArithmetic)?.kind == .addition,
        node.inputs.count == 2,
        let other = node.inputs.compactMap({ $0 }).first(where: { $0 != absorption.result }),
        information(other).shape == information(absorption.result).shape,
        information(other).constant == nil, isComputed(other), blockedShape(other) != nil
      else { break }
      absorb(index)
      absorption.residual = other
      absorption.result = output
    }
    return absorption
  }

  /// The activation that a node applies, nil if it is none that the kernels know.
  func activation(_ node: Node) throws(InferenceError) -> ActivationFunction? {
    switch node.operation {
    case is Relu:
      return .rectifier
    case let leaky as LeakyRelu:
      guard let shape = blockedShape(node.outputs.first) else { return nil }
      let slopes = [Float](repeating: leaky.alpha, count: shape.channels)
      return .parametricRectifier(slopes: try PackedConvolution.padded(slopes))
    case is PRelu:
      guard node.inputs.count == 2, let shape = blockedShape(node.outputs.first),
        let values = floats(node.inputs[1]),
        let slopeShape = node.inputs[1].map({ information($0).shape })
      else { return nil }
      if values.count == 1 {
        let slopes = [Float](repeating: values[0], count: shape.channels)
        return .parametricRectifier(slopes: try PackedConvolution.padded(slopes))
      }
      // One slope per channel of N×C×H×W: C×1×1 or 1×C×1×1.
      guard slopeShape == [shape.channels, 1, 1] || slopeShape == [1, shape.channels, 1, 1],
        information(node.outputs[0]).shape.count == 4
      else { return nil }
      return .parametricRectifier(slopes: try PackedConvolution.padded(values))
    case let clip as Clip:
      let lower = clip.minimum ?? -.infinity
      let upper = clip.maximum ?? .infinity
      // Constant limits have become attributes while folding; computed ones are left to the plain operator.
      guard node.inputs.count == 1, lower <= upper else { return nil }
      return .clip(lower: lower, upper: upper)
    default:
      return nil
    }
  }

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

  /// A matrix product with constant weights: a convolution of one row whose pixels are the rows of the left side.
  mutating func addMatrixProduct(_ node: Node, _ weights: PackedConvolution) throws(InferenceError) -> Bool {
    guard let input = node.inputs.first ?? nil, let output = node.outputs.first else { return false }
    let shape = information(output).shape
    guard shape.count == 2, information(input).shape == [shape[0], weights.inputChannels],
      shape[1] == weights.outputChannels, let pixels = BlockedShape([1, shape[1], 1, shape[0]])
    else { return false }
    let absorption = shape[0] == 1 ? try absorbFollowers(of: output) : Absorption(result: output)
    let residual = try absorption.residual.map { value throws(InferenceError) in try blockedBuffer(value) }
    let source = try plainBuffer(input)
    let target = makeBuffer(floats: pixels.floats)
    let step = DenseConvolutionStep(
      weights: weights, input: pixels, output: pixels, strides: [1, 1], dilations: [1, 1], paddedHeight: 1,
      paddedWidth: shape[0], activation: absorption.activation)
    addKernel(node.name, step, input: source, residual: residual, output: target)
    finishRows(node, target, pixels, absorption.result)
    return true
  }

  /// Plans a matrix product with quantised weights.
  mutating func addQuantizedProduct(_ node: Node, _ weights: PackedQuantizedMatrix) throws(InferenceError)
    -> Bool
  {
    guard let input = node.inputs.first ?? nil, let output = node.outputs.first else { return false }
    let shape = information(output).shape
    guard shape.count == 2, information(input).shape == [shape[0], weights.depth],
      shape[1] == weights.outputs,
      let pixels = BlockedShape([1, shape[1], 1, shape[0]])
    else { return false }
    let absorption = shape[0] == 1 ? try absorbFollowers(of: output) : Absorption(result: output)
    let residual = try absorption.residual.map { value throws(InferenceError) in try blockedBuffer(value) }
    let source = try plainBuffer(input)
    let target = makeBuffer(floats: pixels.floats)
    let activation = absorption.activation
    addKernel(node.name, input: source, residual: residual, output: target) {
      input, output, residual, machine in
      let task = QuantizedProduct(
        input: input, depth: weights.depth, weights: weights.weights.base.assumingMemoryBound(to: Int8.self),
        scales: weights.scales.floats, zeroPoints: weights.zeroPoints.floats, blockSize: weights.blockSize,
        output: output, rowCount: shape[0],
        epilogue: activation.epilogue(bias: weights.bias, residual: residual))
      let partition = Partition(
        count: pixels.blocks, smallest: 1,
        threads: machine.threads(multiplyAdds: pixels.floats * weights.depth))
      let (kernels, pool) = (machine.kernels, machine.pool)
      return { [weights, activation] in
        withExtendedLifetime((weights, activation)) {
          pool.forEachPart(partition.partCount) { part in
            kernels.multiply(task, rows: 0..<task.rowCount, blocks: partition.range(part))
          }
        }
      }
    }
    finishRows(node, target, pixels, absorption.result)
    return true
  }

  /// Registers the result of a matrix product: a single row is a blocked vector, several are laid out row-major.
  private mutating func finishRows(
    _ node: Node, _ target: BufferID, _ pixels: BlockedShape, _ result: ValueID
  ) {
    guard pixels.pixels > 1 else {
      setBlocked(result, target)
      return
    }
    let plain = makeBuffer(floats: pixels.pixels * pixels.channels)
    add(
      Step(name: node.name + " (rows)", reads: [target], writes: [plain]) { addresses, _ in
        LayoutSteps.unblockTransposed(
          pixels, channels: 0..<pixels.channels, from: addresses.floats(target), to: addresses.floats(plain))
      })
    setPlain(result, plain)
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

  /// Adds a kernel with one input, an optional residual and one output.
  mutating func addKernel(
    _ name: String, _ step: any KernelStep, input: BufferID, residual: BufferID?, output: BufferID
  ) {
    addKernel(name, input: input, residual: residual, output: output) { input, output, residual, machine in
      step.bind(input: input, output: output, residual: residual, machine: machine)
    }
  }

  /// Adds a step with one input, an optional residual and one output.
  mutating func addKernel(
    _ name: String, input: BufferID, residual: BufferID?, output: BufferID,
    _ bind:
      @escaping (
        UnsafePointer<Float>, UnsafeMutablePointer<Float>, UnsafePointer<Float>?, Machine
      ) -> () -> Void
  ) {
    add(
      Step(name: name, reads: [input] + (residual.map { [$0] } ?? []), writes: [output]) {
        addresses, machine in
        bind(
          UnsafePointer(addresses.floats(input)), addresses.floats(output),
          residual.map { UnsafePointer(addresses.floats($0)) }, machine)
      })
  }
}

extension Window {
  /// The window of an operation on single pixels.
  init(pointwiseOver shape: BlockedShape) {
    self.init(
      inputHeight: shape.height, inputWidth: shape.width, outputHeight: shape.height,
      outputWidth: shape.width,
      kernelHeight: 1, kernelWidth: 1, strideHeight: 1, strideWidth: 1, padTop: 0, padLeft: 0)
  }
}
