import TensorKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension PlanBuilder {
  /// Plans a node on blocks where a kernel for that exists; false where it has to run row-major.
  mutating func addBlockedKernel(_ node: Node) throws(InferenceError) -> Bool {
    switch (node.operation, packed[currentNode]) {
    case (let convolution as Conv, .convolution(let weights)):
      return try addConvolution(node, convolution, weights)
    case (is Gemm, .convolution(let weights)):
      return try addMatrixProduct(node, weights)
    case (is Gemm, .quantized(let weights)):
      return try addQuantizedProduct(node, weights)
    case (is BatchNormalization, .convolution(let weights)):
      return try addChannelAffine(node, weights)
    case (is Conv, _), (is Gemm, _), (is BatchNormalization, _):
      return false
    default:
      break
    }

    // The rest gains from blocks only where its operand is in blocks already.
    guard let input = node.inputs.first ?? nil, isBlocked(input), let output = node.outputs.first,
      node.outputs.count == 1, let inputShape = blockedShape(input)
    else { return false }
    switch node.operation {
    case let pool as MaxPool:
      return try addPooling(node, pool.window, .maximum, input, inputShape, output)
    case let pool as AveragePool:
      return try addPooling(
        node, pool.window, pool.countsPadding ? .meanOfWindow : .meanOfInside, input, inputShape, output)
    case let pool as GlobalPool where pool.kind == .average:
      return try addGlobalMean(node, input, inputShape, output)
    case let arithmetic as BinaryArithmetic:
      return try addArithmetic(node, arithmetic, input, inputShape, output)
    case let function as UnaryFunction where function.kind == .hyperbolicTangent:
      return try addElementwise(node, operands: [input], output)
    case is Sigmoid, is HardSigmoid, is HardSwish, is Elu:
      return try addElementwise(node, operands: [input], output)
    case let transposition as Transpose:
      guard transposition.permutation == [0, 2, 3, 1] else { return false }
      return try addChannelsLast(node, input, inputShape, channels: 0..<inputShape.channels, output)
    case let slice as ChannelSlice:
      return try addSlice(node, input, inputShape, channels: slice.channels, output)
    case let concatenation as Concat:
      return try addConcatenation(node, concatenation, output)
    case is Resize:
      return try addRepetition(node, input, inputShape, output)
    case is Pad:
      return try addPadding(node, input, inputShape, output)
    default:
      guard let activation = try activation(node) else { return false }
      return try addFinish(node, input, inputShape, residual: nil, activation, output)
    }
  }

  // MARK: Pooling

  private mutating func addPooling(
    _ node: Node, _ pool: PoolingWindow, _ reduction: Pooling.Reduction, _ input: ValueID,
    _ shape: BlockedShape,
    _ output: ValueID
  ) throws(InferenceError) -> Bool {
    guard let result = blockedShape(output), information(input).shape.count == 4 else { return false }
    let rows = pool.window(axis: 0, length: shape.height)
    let columns = pool.window(axis: 1, length: shape.width)
    // Rounding up can reach past the padding, where the mean's divisor is another.
    if reduction == .meanOfWindow, pool.roundsUp { return false }
    let window = Window(
      inputHeight: shape.height, inputWidth: shape.width, outputHeight: result.height,
      outputWidth: result.width,
      kernelHeight: rows.kernel, kernelWidth: columns.kernel, strideHeight: rows.stride,
      strideWidth: columns.stride,
      padTop: rows.start, padLeft: columns.start)
    try addPooling(node, window, reduction, input, shape, output)
    return true
  }

  private mutating func addGlobalMean(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    guard information(input).shape.count == 4, blockedShape(output) != nil else { return false }
    let window = Window(
      inputHeight: shape.height, inputWidth: shape.width, outputHeight: 1, outputWidth: 1,
      kernelHeight: shape.height, kernelWidth: shape.width, strideHeight: 1, strideWidth: 1, padTop: 0,
      padLeft: 0)
    try addPooling(node, window, .meanOfInside, input, shape, output)
    return true
  }

  private mutating func addPooling(
    _ node: Node, _ window: Window, _ reduction: Pooling.Reduction, _ input: ValueID, _ shape: BlockedShape,
    _ output: ValueID
  ) throws(InferenceError) {
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: shape.images * shape.blocks * window.outputBlockStride)
    let step = PoolingStep(images: shape.images, blocks: shape.blocks, window: window, reduction: reduction)
    addKernel(node.name, step, input: source, residual: nil, output: target)
    setBlocked(output, target)
  }

  // MARK: Arithmetic

  private mutating func addArithmetic(
    _ node: Node, _ arithmetic: BinaryArithmetic, _ input: ValueID, _ shape: BlockedShape, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    guard node.inputs.count == 2, let other = node.inputs[1], let otherShape = blockedShape(other),
      information(other).constant == nil
    else { return false }
    if information(other).shape == information(input).shape {
      switch arithmetic.kind {
      case .addition: return try addFinish(node, input, shape, residual: other, nil, output)
      case .subtraction, .multiplication: return try addElementwise(node, operands: [input, other], output)
      case .division, .power: return false
      }
    }
    // A weight per channel, as squeeze-and-excitation has it.
    if arithmetic.kind == .multiplication, information(other).shape == [shape.images, shape.channels, 1, 1],
      information(output).shape == information(input).shape
    {
      return try addChannelScaling(node, input, shape, scales: other, otherShape, output)
    }
    return false
  }

  /// An activation, or a sum of two activations with the activation that may follow it.
  private mutating func addFinish(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, residual: ValueID?,
    _ activation: ActivationFunction?,
    _ output: ValueID
  ) throws(InferenceError) -> Bool {
    var function = activation ?? .identity
    var result = output
    if activation == nil {
      // The sum's own place for a residual is taken, so only an activation can follow.
      if let index = soleConsumer(output), let next = try self.activation(graph.nodes[index]) {
        absorb(index)
        function = next
        result = graph.nodes[index].outputs[0]
      }
    }
    let source = try blockedBuffer(input)
    let added = try residual.map { value throws(InferenceError) in try blockedBuffer(value) }
    let target = makeBuffer(floats: shape.floats)
    let zeros = try AlignedBuffer(floatCount: shape.blocks * channelsPerBlock)
    addKernel(node.name, input: source, residual: added, output: target) { input, output, residual, machine in
      let epilogue = function.epilogue(bias: zeros, residual: residual)
      let partition = Partition(
        count: shape.images * shape.blocks, smallest: 1, threads: machine.threads(floats: shape.floats))
      let (kernels, pool) = (machine.kernels, machine.pool)
      return { [zeros, function] in
        withExtendedLifetime((zeros, function)) {
          pool.forEachPart(partition.partCount) { part in
            for index in partition.range(part) {
              let offset = index / shape.blocks * shape.imageFloats
              let block = index % shape.blocks
              kernels.finish(
                input: input + offset, output: output + offset, pixels: shape.pixels,
                blocks: block..<block + 1,
                epilogue: epilogue.advanced(by: offset))
            }
          }
        }
      }
    }
    setBlocked(result, target)
    return true
  }

  /// Runs an operator that treats every element alike on the blocks as if they were one long row.
  ///
  /// Only for operators that keep finite lanes finite: the lanes past the last channel must not turn into NaN.
  private mutating func addElementwise(
    _ node: Node, operands: [ValueID], _ output: ValueID
  ) throws(InferenceError) -> Bool {
    guard let shape = blockedShape(output) else { return false }
    var sources: [BufferID] = []
    for operand in operands { sources.append(try blockedBuffer(operand)) }
    let target = makeBuffer(floats: shape.floats)
    let operation = node.operation
    add(
      Step(name: node.name, reads: sources, writes: [target]) { addresses, _ in
        let views: [TensorView?] = sources.map {
          TensorView(shape: [shape.floats], elementType: .float32, base: UnsafeRawPointer(addresses.raw($0)))
        }
        let results = [
          MutableTensorView(shape: [shape.floats], elementType: .float32, base: addresses.raw(target))
        ]
        return { operation.run(views, results) }
      })
    setBlocked(output, target)
    return true
  }

  private mutating func addChannelScaling(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, scales: ValueID, _ scalesShape: BlockedShape,
    _ output: ValueID
  ) throws(InferenceError) -> Bool {
    let source = try blockedBuffer(input)
    let factors = try blockedBuffer(scales)
    let target = makeBuffer(floats: shape.floats)
    let zeros = try AlignedBuffer(floatCount: shape.blocks * channelsPerBlock)
    add(
      Step(name: node.name, reads: [source, factors], writes: [target]) { addresses, machine in
        let task = DepthwiseConvolution(
          window: Window(pointwiseOver: shape), input: UnsafePointer(addresses.floats(source)),
          weights: UnsafePointer(addresses.floats(factors)), output: addresses.floats(target),
          epilogue: Epilogue(bias: zeros.floats))
        let kernels = machine.kernels
        return { [zeros] in
          withExtendedLifetime(zeros) {
            for image in 0..<shape.images {
              var own = task
              own.input += image * shape.imageFloats
              own.output += image * shape.imageFloats
              own.weights += image * scalesShape.imageFloats
              kernels.convolveDepthwise(own, rows: 0..<shape.height, blocks: 0..<shape.blocks)
            }
          }
        }
      })
    setBlocked(output, target)
    return true
  }

  // MARK: Moves

  /// Channels as the innermost axis.
  private mutating func addChannelsLast(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, channels: Range<Int>, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    guard information(input).shape.count == 4 else { return false }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: shape.images * shape.pixels * channels.count)
    add(
      Step(name: node.name, reads: [source], writes: [target]) { addresses, _ in
        LayoutSteps.unblockTransposed(
          shape, channels: channels, from: addresses.floats(source), to: addresses.floats(target))
      })
    setPlain(output, target)
    return true
  }

  /// Some channels, row-major, or in the order that a transposition asks for next.
  private mutating func addSlice(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, channels: Range<Int>, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    if let index = soleConsumer(output),
      (graph.nodes[index].operation as? Transpose)?.permutation == [0, 2, 3, 1]
    {
      absorb(index)
      return try addChannelsLast(node, input, shape, channels: channels, graph.nodes[index].outputs[0])
    }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: shape.images * shape.pixels * channels.count)
    add(
      Step(name: node.name, reads: [source], writes: [target]) { addresses, _ in
        LayoutSteps.unblock(
          shape, channels: channels, from: addresses.floats(source), to: addresses.floats(target))
      })
    setPlain(output, target)
    return true
  }

  /// Joins channels where every operand but the last fills its blocks.
  private mutating func addConcatenation(
    _ node: Node, _ concatenation: Concat, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    let operands = node.inputs.compactMap { $0 }
    guard let result = blockedShape(output), information(output).shape.count == 4,
      concatenation.axis == 1 || concatenation.axis == -3, operands.count == node.inputs.count,
      operands.allSatisfy({ isBlocked($0) }),
      operands.dropLast().allSatisfy({ (blockedShape($0)?.channels ?? 1) % channelsPerBlock == 0 })
    else { return false }
    var sources: [(buffer: BufferID, floats: Int)] = []
    for operand in operands {
      guard let shape = blockedShape(operand) else { return false }
      sources.append((try blockedBuffer(operand), shape.imageFloats))
    }
    let parts = sources
    let target = makeBuffer(floats: result.floats)
    add(
      Step(name: node.name, reads: parts.map(\.buffer), writes: [target]) { addresses, _ in
        let pointers = parts.map { (source: addresses.floats($0.buffer), floats: $0.floats) }
        let base = addresses.floats(target)
        return {
          for image in 0..<result.images {
            var to = base + image * result.imageFloats
            for (source, floats) in pointers {
              memcpy(to, source + image * floats, floats * MemoryLayout<Float>.stride)
              to += floats
            }
          }
        }
      })
    setBlocked(output, target)
    return true
  }

  /// Enlargement by whole factors to the nearest pixel.
  private mutating func addRepetition(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    let scales = node.inputs.dropFirst().compactMap { floats($0) }.first { $0.count == 4 }
    guard let resize = node.operation as? Resize, let result = blockedShape(output),
      information(output).shape.count == 4, result.channels == shape.channels, result.images == shape.images,
      result.height % shape.height == 0, result.width % shape.width == 0,
      resize.repeatsPixels(
        factorHeight: result.height / shape.height, factorWidth: result.width / shape.width,
        scales: scales)
    else { return false }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: result.floats)
    add(
      Step(name: node.name, reads: [source], writes: [target]) { addresses, machine in
        LayoutSteps.repeatPixels(
          shape, factorHeight: result.height / shape.height, factorWidth: result.width / shape.width,
          from: addresses.floats(source), to: addresses.floats(target), machine)
      })
    setBlocked(output, target)
    return true
  }

  /// Zeros around the pixels, or whole blocks of zero channels after the last.
  private mutating func addPadding(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    guard let pad = node.operation as? Pad, let result = blockedShape(output),
      information(output).shape.count == 4,
      let pads = pad.zeroPads(node.inputs.map { $0.map { information($0) } }), pads.count == 8,
      pads[0] == 0, pads[1] == 0, pads[4] == 0, pads[5] == 0 || shape.channels % channelsPerBlock == 0
    else { return false }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: result.floats)
    let isSpatial = pads[2] > 0 || pads[3] > 0 || pads[6] > 0 || pads[7] > 0
    guard !(isSpatial && pads[5] > 0) else { return false }
    if isSpatial {
      let padding = PaddingStep(
        images: shape.images, planes: shape.blocks, pixelFloats: channelsPerBlock, height: shape.height,
        width: shape.width, top: pads[2], left: pads[3], paddedHeight: result.height,
        paddedWidth: result.width)
      addKernel(node.name, padding, input: source, residual: nil, output: target)
    } else {
      addDeepening(node, from: source, shape, to: target, result)
    }
    setBlocked(output, target)
    return true
  }

  /// Whole blocks of zero channels after the last.
  private mutating func addDeepening(
    _ node: Node, from source: BufferID, _ shape: BlockedShape, to target: BufferID, _ result: BlockedShape
  ) {
    add(
      Step(name: node.name, reads: [source], writes: [target]) { addresses, _ in
        let from = addresses.floats(source)
        let to = addresses.floats(target)
        return {
          for image in 0..<shape.images {
            let start = to + image * result.imageFloats
            memcpy(start, from + image * shape.imageFloats, shape.imageFloats * MemoryLayout<Float>.stride)
            memset(
              start + shape.imageFloats, 0,
              (result.imageFloats - shape.imageFloats) * MemoryLayout<Float>.stride)
          }
        }
      })
  }
}
