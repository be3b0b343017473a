import TensorKernels

/// Windows that slide over blocks.
extension PlanBuilder {
  mutating func addPooling(
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

  mutating func addGlobalMean(
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
}
