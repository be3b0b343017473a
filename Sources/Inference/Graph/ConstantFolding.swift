extension Graph {
  /// The same computation with everything done that does not depend on the inputs: nodes whose operands are constant
  /// are evaluated, nodes that only pass their operand on are taken out, and what nobody reads is dropped.
  ///
  /// Operators that only reshape a constant share its memory. A constant that would be too large stays a node.
  func foldingConstants(limits: InferenceLimits = .standard) throws(InferenceError) -> Graph {
    var folding = ConstantFolding(self, limits)
    try folding.fold()
    return folding.graph.droppingUnusedValues()
  }

  /// Without the nodes and values that no output depends on; inputs stay.
  func droppingUnusedValues() -> Graph {
    var isUsed = [Bool](repeating: false, count: values.count)
    for output in outputs { isUsed[output.index] = true }
    var kept: [Node] = []
    for node in nodes.reversed() where node.outputs.contains(where: { isUsed[$0.index] }) {
      kept.append(node)
      for value in node.outputs { isUsed[value.index] = true }
      for case let value? in node.inputs { isUsed[value.index] = true }
    }
    for input in inputs { isUsed[input.value.index] = true }

    var places: [ValueID] = []
    var remaining: [Value] = []
    for (index, value) in values.enumerated() {
      places.append(ValueID(index: remaining.count))
      if isUsed[index] { remaining.append(value) }
    }
    let renumbered = kept.reversed().map { node in
      Node(
        name: node.name, operation: node.operation, inputs: node.inputs.map { $0.map { places[$0.index] } },
        outputs: node.outputs.map { places[$0.index] })
    }
    return Graph(
      values: remaining, nodes: renumbered,
      inputs: inputs.map {
        GraphInput(
          name: $0.name, value: places[$0.value.index], elementType: $0.elementType, dimensions: $0.dimensions
        )
      },
      outputs: outputs.map { places[$0.index] })
  }
}

private struct ConstantFolding {
  private(set) var graph: Graph
  private let limits: InferenceLimits
  /// What a value is read from instead.
  private var aliases: [ValueID: ValueID] = [:]
  private var foldedElements = 0
  private var work = 0

  init(_ graph: Graph, _ limits: InferenceLimits) {
    self.graph = graph
    self.limits = limits
  }

  mutating func fold() throws(InferenceError) {
    let outputs = Set(graph.outputs)
    var kept: [Node] = []
    kept.reserveCapacity(graph.nodes.count)
    for var node in graph.nodes {
      node.inputs = node.inputs.map { $0.map { aliases[$0] ?? $0 } }
      if let operand = passedOn(node), !outputs.contains(node.outputs[0]) {
        aliases[node.outputs[0]] = operand
      } else if try !evaluate(node) {
        absorbConstants(&node)
        kept.append(node)
      }
    }
    graph.nodes = kept
  }

  /// The operand of a node that does nothing to it.
  private func passedOn(_ node: Node) -> ValueID? {
    guard let operation = node.operation as? any PassingOperator, node.outputs.count == 1,
      type(of: operation).passingOperandCounts.contains(node.inputs.count)
    else { return nil }
    return node.inputs[0]
  }

  /// Evaluates a node into constants if all its operands are known; tells whether it did.
  private mutating func evaluate(_ node: Node) throws(InferenceError) -> Bool {
    var tensors: [Tensor?] = []
    for input in node.inputs {
      guard let input else {
        tensors.append(nil)
        continue
      }
      guard let constant = graph.values[input.index].constant else { return false }
      tensors.append(constant)
    }
    let operands = tensors.map { tensor in
      tensor.map { ValueInformation(shape: $0.shape, elementType: $0.elementType, constant: $0) }
    }
    let results = try node.inferOutputs(operands, limits: limits)
    if results.contains(where: { $0.constant == nil }) {
      var elements = foldedElements
      for result in results { elements = saturatingSum(elements, result.count) }
      let steps = saturatingSum(work, node.operation.work(operands, results))
      guard elements <= limits.foldedElements, steps <= limits.constantWork else { return false }
      foldedElements = elements
      work = steps
      if let deferring = node.operation as? any DeferringOperator, let output = node.outputs.first,
        let elements = deferring.deferredElements(tensors)
      {
        graph.values[output.index].constant = Tensor(shape: results[0].shape, elements: .deferred(elements))
        return true
      }
      let evaluated = node.operation.evaluate(tensors, outputs: results)
      for (output, tensor) in zip(node.outputs, evaluated) { graph.values[output.index].constant = tensor }
    } else {
      for (output, result) in zip(node.outputs, results) {
        graph.values[output.index].constant = result.constant
      }
    }
    return true
  }

  private func absorbConstants(_ node: inout Node) {
    guard let operation = node.operation as? any ConstantAbsorbing else { return }
    let operands = node.inputs.map { input -> KnownOperand in
      guard let input else { return .absent }
      return graph.values[input.index].constant.map { .constant($0) } ?? .computed
    }
    guard let (absorbed, count) = operation.absorbing(operands) else { return }
    node.operation = absorbed
    node.inputs = Array(node.inputs.prefix(count))
  }
}
