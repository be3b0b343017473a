extension Graph {
  /// Turns every `Gemm` with block-quantised constant weights into a product that keeps them quantised.
  func keepingQuantizedProducts() -> Graph {
    var graph = self
    var producer: [ValueID: Node] = [:]
    for node in nodes {
      for output in node.outputs { producer[output] = node }
    }
    for (index, node) in nodes.enumerated() {
      guard let product = node.operation as? Gemm, product.isPlainWithTransposedWeights,
        node.inputs.count >= 2,
        let input = node.inputs[0], let weights = node.inputs[1], let source = producer[weights],
        let quantized = quantizedProduct(source, bias: node.inputs.count > 2 ? node.inputs[2] : nil)
      else { continue }
      graph.nodes[index].operation = quantized
      graph.nodes[index].inputs = [input]
    }
    return graph.droppingUnusedValues()
  }

  private func quantizedProduct(_ node: Node, bias: ValueID?) -> QuantizedMatrixProduct? {
    guard let dequantization = node.operation as? DequantizeLinear, dequantization.blockSize > 0,
      dequantization.axis == 1 || dequantization.axis == -1, node.inputs.count >= 2,
      let weights = constant(node.inputs[0]), weights.shape.count == 2, !weights.shape.contains(0),
      case .int8(let bytes) = weights.elements,
      let scales = constantFloats(node.inputs[1])
    else { return nil }
    if node.inputs.count > 2, let zeroPoint = node.inputs[2] {
      guard case .int8(let values)? = constant(zeroPoint)?.elements, values.allSatisfy({ $0 == 0 }) else {
        return nil
      }
    }
    let (outputs, depth) = (weights.shape[0], weights.shape[1])
    let blocks = (depth + dequantization.blockSize - 1) / dequantization.blockSize
    guard constant(node.inputs[1])?.shape == [outputs, blocks] else { return nil }
    var biases = [Float](repeating: 0, count: outputs)
    if let bias {
      guard let values = constantFloats(bias), constant(bias)?.shape == [outputs] else { return nil }
      biases = values
    }
    return QuantizedMatrixProduct(
      outputs: outputs, depth: depth, weights: bytes, scales: scales, blockSize: dequantization.blockSize,
      bias: biases)
  }

  private func constant(_ value: ValueID?) -> Tensor? {
    value.flatMap { values[$0.index].constant }
  }
}

extension Gemm {
  /// A · Bᵀ + C without further factors: the form in which every exporter writes a fully connected layer.
  var isPlainWithTransposedWeights: Bool { alpha == 1 && beta == 1 && !transposeA && transposeB }
}
