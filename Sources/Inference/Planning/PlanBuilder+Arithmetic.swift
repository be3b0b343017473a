import TensorKernels

/// Sums, activations and what else treats every element of blocks alike.
extension PlanBuilder {
  mutating func addArithmetic(
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
  mutating func addFinish(
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
  mutating func addElementwise(
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
}
