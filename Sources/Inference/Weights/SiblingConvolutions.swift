import TensorKernels

extension Graph {
  /// Computes convolutions of the same input together where their channels then fill fewer blocks.
  ///
  /// Detectors end in several heads of few channels on one feature map, each of which would cost a whole block: their
  /// weights are laid one after the other, and each head's result becomes a slice. A convolution per channel of every
  /// slice follows its input.
  func mergingSiblingConvolutions() -> Graph {
    var merging = SiblingMerging(self)
    merging.mergeSiblings()
    while merging.mergeChannelwise() {}
    return merging.graph.droppingUnusedValues()
  }
}

/// The convolutions that can be computed together: everything but the weights is the same.
private struct SiblingKey: Hashable {
  let input: ValueID
  let kernel: [Int]
  let strides: [Int]
  let pads: [Int]
  let autoPad: AutoPad
  let dilations: [Int]

  /// - Parameter input: What the convolution is taken to read; by default what it reads.
  init?(_ node: Node, in graph: Graph, input: ValueID? = nil) {
    guard let convolution = node.operation as? Conv, node.outputs.count == 1, node.inputs.count >= 2,
      let input = input ?? node.inputs[0], let weights = graph.constantShape(node.inputs[1]),
      weights.count == 4
    else { return nil }
    // A bias that is not a constant has to stay where it is.
    if node.inputs.count > 2, node.inputs[2] != nil,
      graph.constantShape(node.inputs[2]) != [weights[0]]
    {
      return nil
    }
    self.input = input
    kernel = Array(weights[2...])
    strides = convolution.strides
    pads = convolution.pads
    autoPad = convolution.autoPad
    dilations = convolution.dilations
  }
}

private struct SiblingMerging {
  private(set) var graph: Graph

  /// Merged values, and how many of them had the readers of their slices looked at.
  private var merged: [ValueID] = []
  private var followed = 0

  init(_ graph: Graph) { self.graph = graph }

  /// Merges convolutions over all channels of the same input.
  mutating func mergeSiblings() {
    var groups: [SiblingKey: [ValueID]] = [:]
    var order: [SiblingKey] = []
    for node in graph.nodes {
      guard (node.operation as? Conv)?.groups == 1, let key = SiblingKey(node, in: graph) else {
        continue
      }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(node.outputs[0])
    }
    for key in order {
      guard let siblings = groups[key], siblings.count > 1 else { continue }
      let channels = siblings.compactMap { channelCount(of: $0) }
      let apart = channels.reduce(0) { $0 + blockCount($1) }
      if blockCount(channels.reduce(0, +)) < apart { merge(siblings, over: nil) }
    }
  }

  /// Channels of what a convolution computes.
  private func channelCount(of result: ValueID) -> Int? {
    producer(of: result).flatMap { graph.constantShape(graph.nodes[$0].inputs[1])?[0] }
  }

  private func producer(of value: ValueID) -> Int? {
    graph.nodes.firstIndex { $0.outputs.contains(value) }
  }

  /// Merges the convolutions per channel that follow the slices of one merged value; false when none is left.
  mutating func mergeChannelwise() -> Bool {
    guard followed < merged.count else { return false }
    let value = merged[followed]
    followed += 1
    var followers: [ValueID] = []
    var keys: Set<SiblingKey> = []
    for slice in graph.nodes where slice.inputs.contains(value) {
      guard let channels = (slice.operation as? ChannelSlice)?.channels,
        let index = soleReader(of: slice.outputs[0]),
        let key = SiblingKey(graph.nodes[index], in: graph, input: value),
        (graph.nodes[index].operation as? Conv)?.groups == channels.count,
        let weights = graph.constantShape(graph.nodes[index].inputs[1]), weights[0] == channels.count,
        weights[1] == 1
      else { return true }
      followers.append(graph.nodes[index].outputs[0])
      keys.insert(key)
    }
    if keys.count == 1, followers.count > 1 { merge(followers, over: value) }
    return true
  }

  private func soleReader(of value: ValueID) -> Int? {
    guard !graph.outputs.contains(value) else { return nil }
    let readers = graph.nodes.indices.filter { graph.nodes[$0].inputs.contains(value) }
    return readers.count == 1 ? readers[0] : nil
  }

  /// Replaces the convolutions with these results by one and slices of its result.
  ///
  /// - Parameter value: The value whose slices they read, each by its channels; `nil` where all read the same.
  private mutating func merge(_ results: [ValueID], over value: ValueID?) {
    let places = results.compactMap { producer(of: $0) }
    let nodes = places.map { graph.nodes[$0] }
    guard let first = nodes.first, var convolution = first.operation as? Conv,
      let place = places.min(), let shape = graph.constantShape(first.inputs[1]),
      let input = value ?? first.inputs[0]
    else { return }
    var weights: [Float] = []
    var bias: [Float] = []
    var slices: [Node] = []
    let name = nodes.map(\.name).joined(separator: " & ")
    let result = append(Value(name: name))
    for node in nodes {
      guard let own = graph.constantFloats(node.inputs[1]), let channels = channelCount(of: node.outputs[0])
      else { return }
      let start = bias.count
      weights += own
      bias +=
        (node.inputs.count > 2 ? graph.constantFloats(node.inputs[2]) : nil)
        ?? [Float](repeating: 0, count: channels)
      slices.append(
        Node(
          name: node.name, operation: ChannelSlice(channels: start..<bias.count), inputs: [result],
          outputs: node.outputs))
    }
    let weightsID = append(
      Value(
        name: "weights",
        constant: Tensor(shape: [bias.count] + shape[1...], elements: .float32(weights))))
    let biasID = append(
      Value(name: "bias", constant: Tensor(shape: [bias.count], elements: .float32(bias))))
    convolution.groups = value == nil ? 1 : bias.count
    let node = Node(
      name: name, operation: convolution, inputs: [input, weightsID, biasID], outputs: [result])
    var kept: [Node] = []
    for (index, old) in graph.nodes.enumerated() {
      if index == place { kept += [node] + slices }
      if !places.contains(index) { kept.append(old) }
    }
    graph.nodes = kept
    merged.append(result)
  }

  private mutating func append(_ value: Value) -> ValueID {
    graph.values.append(value)
    return ValueID(index: graph.values.count - 1)
  }
}

extension Graph {
  /// The shape of a constant, `nil` for what is computed.
  fileprivate func constantShape(_ value: ValueID?) -> [Int]? {
    value.flatMap { values[$0.index].constant?.shape }
  }
}
