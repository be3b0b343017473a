import Platform

/// A normalisation with constant statistics is one scale and one shift per channel.
struct ChannelAffine {
  var scales: [Float]
  var shifts: [Float]

  /// `nil` unless the node is a batch normalisation whose statistics are constants of equal length.
  init?(_ node: Node, in graph: Graph) {
    guard let normalization = node.operation as? BatchNormalization, node.inputs.count >= 5 else {
      return nil
    }
    var parameters: [[Float]] = []
    for input in node.inputs[1..<5] {
      guard let values = graph.constantFloats(input) else { return nil }
      parameters.append(values)
    }
    let count = parameters[0].count
    guard parameters.allSatisfy({ $0.count == count }) else { return nil }
    scales = []
    shifts = []
    for channel in 0..<count {
      let scale = parameters[0][channel] / sqrtf(parameters[3][channel] + normalization.epsilon)
      scales.append(scale)
      shifts.append(parameters[1][channel] - parameters[2][channel] * scale)
    }
  }
}

extension Graph {
  func constantFloats(_ value: ValueID?) -> [Float]? {
    value.flatMap { values[$0.index].constant?.floats }
  }

  /// Multiplies batch normalisations into the weights of the convolution or matrix product whose result they
  /// normalise.
  func foldingBatchNormalizations() -> Graph {
    var graph = self
    var readers = [Int](repeating: 0, count: values.count)
    var producer: [ValueID: Int] = [:]
    for (index, node) in nodes.enumerated() {
      for case let operand? in node.inputs { readers[operand.index] += 1 }
      for output in node.outputs { producer[output] = index }
    }
    for output in outputs { readers[output.index] += 1 }

    var removed: Set<Int> = []
    for (index, node) in nodes.enumerated() {
      guard let affine = ChannelAffine(node, in: graph), let input = node.inputs.first ?? nil,
        readers[input.index] == 1, let source = producer[input], !removed.contains(source),
        graph.fold(affine, into: source)
      else { continue }
      graph.nodes[source].outputs = [node.outputs[0]]
      producer[node.outputs[0]] = source
      removed.insert(index)
    }
    graph.nodes = graph.nodes.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
    return graph.droppingUnusedValues()
  }

  /// Scales the weights and shifts the bias of a node's output channels; false where its weights are not constant.
  private mutating func fold(_ affine: ChannelAffine, into index: Int) -> Bool {
    let node = nodes[index]
    let channels = affine.scales.count
    guard node.operation is Conv || (node.operation as? Gemm)?.isPlainWithTransposedWeights == true,
      node.outputs.count == 1, node.inputs.count >= 2, let weightsID = node.inputs[1],
      let weights = values[weightsID.index].constant, weights.shape.first == channels, channels > 0,
      let scaled = weights.multiplyingRows(by: affine.scales)
    else { return false }
    var bias = [Float](repeating: 0, count: channels)
    if node.inputs.count > 2, let biasID = node.inputs[2] {
      guard let values = constantFloats(biasID), values.count == channels else { return false }
      bias = values
    }
    for channel in 0..<channels {
      bias[channel] = bias[channel] * affine.scales[channel] + affine.shifts[channel]
    }
    let name = values[weightsID.index].name
    nodes[index].inputs = [
      node.inputs[0],
      addConstant(named: name + " (normalised)", scaled),
      addConstant(named: name + " (bias)", Tensor(shape: [channels], elements: .float32(bias))),
    ]
    return true
  }

  private mutating func addConstant(named name: String, _ tensor: Tensor) -> ValueID {
    values.append(Value(name: name, constant: tensor))
    return ValueID(index: values.count - 1)
  }
}

extension Tensor {
  /// The floats with each row along the first axis multiplied by its factor; `nil` for elements of another type.
  fileprivate func multiplyingRows(by factors: [Float]) -> Tensor? {
    if case .deferred(let quantized as BlockQuantizedElements) = elements,
      let scaled = quantized.multiplyingRows(by: factors)
    {
      return Tensor(shape: shape, elements: .deferred(scaled))
    }
    guard var values = floats else { return nil }
    let perRow = values.count / factors.count
    for (row, factor) in factors.enumerated() {
      for place in row * perRow..<(row + 1) * perRow { values[place] *= factor }
    }
    return Tensor(shape: shape, elements: .float32(values))
  }
}
