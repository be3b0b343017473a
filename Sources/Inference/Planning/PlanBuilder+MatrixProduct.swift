import TensorKernels

/// Fully connected layers.
extension PlanBuilder {
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
}
