extension Graph {
  /// Packs the constant weights of every node that has a kernel for them; nil for the other nodes.
  func packedWeights() throws(InferenceError) -> [PackedWeights?] {
    var packed: [PackedWeights?] = []
    for node in nodes {
      if let product = node.operation as? QuantizedMatrixProduct {
        packed.append(.quantized(try PackedQuantizedMatrix(product)))
      } else {
        packed.append(try packedWeights(of: node).map { .convolution($0) })
      }
    }
    return packed
  }

  private func packedWeights(of node: Node) throws(InferenceError) -> PackedConvolution? {
    func constant(_ index: Int) -> Tensor? {
      guard index < node.inputs.count, let value = node.inputs[index] else { return nil }
      return values[value.index].constant
    }
    let hasBias = node.inputs.count > 2 && node.inputs[2] != nil
    switch node.operation {
    case let convolution as Convolution:
      guard let weights = constant(1), !hasBias || constant(2) != nil else { return nil }
      return try PackedConvolution(weights: weights, bias: constant(2), groups: convolution.groups)
    case let product as Gemm:
      guard product.isPlainWithTransposedWeights, let weights = constant(1), weights.shape.count == 2,
        case .float32(let matrix) = weights.elements,
        !hasBias || constant(2)?.count == weights.shape[0]
      else { return nil }
      return try PackedConvolution(
        matrix: matrix, outputs: weights.shape[0], inputs: weights.shape[1], bias: constant(2))
    case is BatchNormalization:
      guard let affine = ChannelAffine(node, in: self), !affine.scales.isEmpty else { return nil }
      return try PackedConvolution(scales: affine.scales, shifts: affine.shifts)
    default:
      return nil
    }
  }
}
