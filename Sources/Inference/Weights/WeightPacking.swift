extension Graph {
  /// Packs the constant weights of every node that has a kernel for them; `nil` for the other nodes.
  func packedWeights() throws(InferenceError) -> [PackedWeights?] {
    var packed: [PackedWeights?] = []
    for node in nodes { packed.append(try packedWeights(of: node)) }
    return packed
  }

  private func packedWeights(of node: Node) throws(InferenceError) -> PackedWeights? {
    func constant(_ index: Int) -> Tensor? {
      guard index < node.inputs.count, let value = node.inputs[index] else { return nil }
      return values[value.index].constant
    }
    let hasBias = node.inputs.count > 2 && node.inputs[2] != nil
    switch node.operation {
    case let convolution as Conv:
      guard let weights = constant(1), !hasBias || constant(2) != nil else { return nil }
      return try PackedConvolution(weights: weights, bias: constant(2), groups: convolution.groups)
        .map { .convolution($0) }
    case let product as Gemm:
      guard product.isPlainWithTransposedWeights, let weights = constant(1), weights.shape.count == 2,
        !hasBias || constant(2)?.count == weights.shape[0]
      else { return nil }
      if case .deferred(let quantized as BlockQuantizedElements) = weights.elements {
        return .quantized(try PackedQuantizedMatrix(quantized, bias: constant(2)?.floats))
      }
      return try PackedConvolution(matrix: weights, bias: constant(2)).map { .convolution($0) }
    case is BatchNormalization:
      guard let affine = ChannelAffine(node, in: self), !affine.scales.isEmpty else { return nil }
      return .convolution(try PackedConvolution(scales: affine.scales, shifts: affine.shifts))
    default:
      return nil
    }
  }

  /// The same graph with every packed weight read, where somebody still reads it, from its packed form: the weights
  /// lie in memory once, and nothing holds on to the file.
  func readingWeights(from packed: [PackedWeights?]) -> Graph {
    var graph = self
    for (node, weights) in zip(nodes, packed) where node.operation is Conv || node.operation is Gemm {
      guard let weights, let value = node.inputs[1], let shape = values[value.index].constant?.shape else {
        continue
      }
      let elements: any DeferredElements =
        switch weights {
        case .convolution(let packed): packed
        case .quantized(let packed): packed
        }
      graph.values[value.index].constant = Tensor(shape: shape, elements: .deferred(elements))
    }
    for index in graph.values.indices {
      graph.values[index].constant = graph.values[index].constant?.detached
    }
    return graph
  }
}
