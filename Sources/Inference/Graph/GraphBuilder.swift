/// Resolves the names of an ONNX model and makes its operators.
struct GraphBuilder {
  private let model: ONNXModel
  private let operators: OperatorRegistry
  private let operatorSet: Int
  private var values: [Value] = []
  private var identifiers: [String: ValueID] = [:]
  private var inputs: [GraphInput] = []

  /// The graph of a model: every operand defined once, nodes in an order in which they can be computed.
  ///
  /// - Parameter operators: What the nodes may be.
  static func graph(from model: ONNXModel, operators: OperatorRegistry) throws(InferenceError) -> Graph {
    var builder = try GraphBuilder(model, operators)
    return try builder.build()
  }

  private init(_ model: ONNXModel, _ operators: OperatorRegistry) throws(InferenceError) {
    self.model = model
    self.operators = operators
    // Files of the format's first two versions name no operator set; they mean the first.
    operatorSet = model.operatorSets[""] ?? 1
    guard model.graph.nodes.isEmpty || operators.operatorSets.contains(operatorSet) else {
      let known = operators.operatorSets
      throw .unsupportedModel(
        file: model.file,
        detail: "the model uses operator set \(operatorSet), outside \(known.lowerBound)…\(known.upperBound)")
    }
  }

  private mutating func build() throws(InferenceError) -> Graph {
    for initializer in model.graph.initializers {
      _ = try define(initializer.name, constant: initializer.tensor)
    }
    let read = readNames()
    try defineInputs(read)
    let order = try computableOrder()
    var nodes: [Node] = []
    nodes.reserveCapacity(order.count)
    for index in order { nodes.append(try node(model.graph.nodes[index], read)) }
    var outputs: [ValueID] = []
    var listed: Set<ValueID> = []
    for output in model.graph.outputs {
      guard let value = identifiers[output.name] else {
        throw malformed("output \(output.name) is not computed")
      }
      guard listed.insert(value).inserted else { throw malformed("output \(output.name) is listed twice") }
      outputs.append(value)
    }
    guard !outputs.isEmpty else { throw malformed("the graph has no outputs") }
    return Graph(values: values, nodes: nodes, inputs: inputs, outputs: outputs)
  }

  // MARK: Values

  private mutating func define(_ name: String, constant: Tensor? = nil) throws(InferenceError) -> ValueID {
    let value = ValueID(index: values.count)
    // An empty name stands for an output that nobody wants.
    if !name.isEmpty {
      guard identifiers.updateValue(value, forKey: name) == nil else {
        throw malformed("the name \(name) is defined twice")
      }
    }
    values.append(Value(name: name, constant: constant))
    return value
  }

  /// Old files list their weights among the inputs, and quantised ones may go on listing weights that they no longer
  /// have; neither are inputs, so what is constant or read by nobody is left out.
  private mutating func defineInputs(_ read: Set<String>) throws(InferenceError) {
    var names: Set<String> = []
    for input in model.graph.inputs {
      guard names.insert(input.name).inserted else { throw malformed("input \(input.name) is listed twice") }
      if let value = identifiers[input.name], values[value.index].constant != nil { continue }
      guard read.contains(input.name) else { continue }
      guard !input.name.isEmpty, let code = input.elementTypeCode else {
        throw malformed("input \(input.name) has no name or is no tensor")
      }
      guard let elementType = ONNXElementType.computedType(code) else {
        throw .unsupportedModel(
          file: model.file, detail: "input \(input.name) has element type \(ONNXElementType.name(code))")
      }
      guard let dimensions = input.dimensions, dimensions.count <= maximumRank else {
        throw malformed("input \(input.name) has no shape, or one of more than \(maximumRank) axes")
      }
      let value = try define(input.name)
      inputs.append(
        GraphInput(name: input.name, value: value, elementType: elementType, dimensions: dimensions))
    }
  }

  // MARK: Nodes

  /// Places of the nodes such that each comes after those it reads from; the file's own order where it is one.
  private func computableOrder() throws(InferenceError) -> [Int] {
    var producers: [String: Int] = [:]
    for (index, node) in model.graph.nodes.enumerated() {
      for output in node.outputs where !output.isEmpty {
        guard producers.updateValue(index, forKey: output) == nil else {
          throw malformed("the name \(output) is defined twice")
        }
      }
    }
    var missing = [Int](repeating: 0, count: model.graph.nodes.count)
    var dependents = [[Int]](repeating: [], count: model.graph.nodes.count)
    var isInOrder = true
    for (index, node) in model.graph.nodes.enumerated() {
      for input in node.inputs where !input.isEmpty && identifiers[input] == nil {
        guard let producer = producers[input] else {
          throw malformed("node \(node.label) reads \(input), which nothing defines")
        }
        missing[index] += 1
        dependents[producer].append(index)
        isInOrder = isInOrder && producer < index
      }
    }
    if isInOrder { return Array(model.graph.nodes.indices) }
    var order = missing.indices.filter { missing[$0] == 0 }
    var next = 0
    while next < order.count {
      for dependent in dependents[order[next]] {
        missing[dependent] -= 1
        if missing[dependent] == 0 { order.append(dependent) }
      }
      next += 1
    }
    guard order.count == missing.count else {
      let node = missing.firstIndex { $0 > 0 }.map { model.graph.nodes[$0].label } ?? ""
      throw malformed("node \(node) waits for its own result")
    }
    return order
  }

  /// Every name that a node reads or the caller gets.
  private func readNames() -> Set<String> {
    var names: Set<String> = []
    for node in model.graph.nodes { names.formUnion(node.inputs) }
    for output in model.graph.outputs { names.insert(output.name) }
    return names
  }

  private mutating func node(_ node: ONNXNode, _ read: Set<String>) throws(InferenceError) -> Node {
    guard node.domain.isEmpty || node.domain == "ai.onnx" else {
      throw .unsupportedOperator(
        name: "\(node.domain).\(node.operatorName)", version: model.operatorSets[node.domain] ?? 1,
        node: node.label)
    }
    guard let entry = operators.entries[node.operatorName] else {
      throw .unsupportedOperator(name: node.operatorName, version: operatorSet, node: node.label)
    }
    var node = node
    while let last = node.outputs.last, last.isEmpty || node.outputs.count > entry.maximumOutputs {
      guard last.isEmpty || !read.contains(last) else {
        throw node.invalid("output \(node.outputs.count) of \(node.operatorName) is not supported")
      }
      node.outputs.removeLast()
    }
    guard !node.outputs.isEmpty else { throw node.invalid("has no output") }
    while node.inputs.last?.isEmpty == true { node.inputs.removeLast() }

    let operation = try entry.make(node, operatorSet)
    let operands = node.inputs.map { $0.isEmpty ? nil : identifiers[$0] }
    var results: [ValueID] = []
    for output in node.outputs { results.append(try define(output)) }
    return Node(name: node.label, operation: operation, inputs: operands, outputs: results)
  }

  private func malformed(_ detail: String) -> InferenceError {
    .malformed(file: model.file, detail: detail)
  }
}
