#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A normalisation with constant statistics is one scale and one shift per channel.
struct ChannelAffine {
  var scales: [Float]
  var shifts: [Float]

  /// Nil unless the node is a batch normalisation whose statistics are constants of equal length.
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
    guard let value, let constant = values[value.index].constant,
      case .float32(let floats) = constant.elements
    else {
      return nil
    }
    return floats
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
    if var product = node.operation as? QuantizedMatrixProduct {
      guard product.outputs == channels else { return false }
      for channel in 0..<channels {
        let scale = affine.scales[channel]
        for block in 0..<product.blocksPerRow {
          product.scales[channel * product.blocksPerRow + block] *= scale
        }
        product.bias[channel] = product.bias[channel] * scale + affine.shifts[channel]
      }
      nodes[index].operation = product
      return true
    }
    guard node.operation is Convolution || (node.operation as? Gemm)?.isPlainWithTransposedWeights == true,
      node.outputs.count == 1, node.inputs.count >= 2, let weightsID = node.inputs[1],
      let shape = values[weightsID.index].constant?.shape, shape.first == channels, channels > 0,
      var weights = constantFloats(weightsID)
    else { return false }
    var bias = [Float](repeating: 0, count: channels)
    if node.inputs.count > 2, let biasID = node.inputs[2] {
      guard let values = constantFloats(biasID), values.count == channels else { return false }
      bias = values
    }
    let perChannel = weights.count / channels
    for channel in 0..<channels {
      let scale = affine.scales[channel]
      for position in channel * perChannel..<(channel + 1) * perChannel { weights[position] *= scale }
      bias[channel] = bias[channel] * scale + affine.shifts[channel]
    }
    let name = values[weightsID.index].name
    nodes[index].inputs = [
      node.inputs[0],
      addConstant(named: name + " (normalised)", Tensor(shape: shape, elements: .float32(weights))),
      addConstant(named: name + " (bias)", Tensor(shape: [channels], elements: .float32(bias))),
    ]
    return true
  }

  private mutating func addConstant(named name: String, _ tensor: Tensor) -> ValueID {
    values.append(Value(name: name, constant: tensor))
    return ValueID(index: values.count - 1)
  }
}
