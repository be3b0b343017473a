/// Tells shape and element type of every value of a graph for given shapes of its inputs, and the content of those
/// that do not depend on the inputs' content.
///
/// - Parameters:
///   - inputShapes: shapes by input; an input whose extents the file fixes may be left out.
///   - limits: what the graph may cost.
/// - Returns: one entry per value, in the order of `Graph.values`.
func inferShapes(
  _ graph: Graph, inputShapes: [ValueID: [Int]] = [:], limits: InferenceLimits = .standard
) throws(InferenceError) -> [ValueInformation] {
  var inference = ShapeInference(graph, limits)
  return try inference.run(inputShapes)
}

private struct ShapeInference {
  private let graph: Graph
  private let limits: InferenceLimits
  private var known: [ValueInformation?]
  private var elements = 0
  private var work = 0
  private var constantWork = 0

  init(_ graph: Graph, _ limits: InferenceLimits) {
    self.graph = graph
    self.limits = limits
    known = graph.values.map { value in
      value.constant.map { ValueInformation(shape: $0.shape, elementType: $0.elementType, constant: $0) }
    }
  }

  mutating func run(_ inputShapes: [ValueID: [Int]]) throws(InferenceError) -> [ValueInformation] {
    for input in graph.inputs {
      let shape = try shape(of: input, inputShapes[input.value])
      elements = saturatingSum(elements, elementCount(shape) ?? .max)
      known[input.value.index] = ValueInformation(shape: shape, elementType: input.elementType)
    }
    for node in graph.nodes { try infer(node) }
    var result: [ValueInformation] = []
    result.reserveCapacity(known.count)
    for (index, information) in known.enumerated() {
      guard let information else {
        throw .invalidNode(node: graph.values[index].name, detail: "nothing computes this value")
      }
      result.append(information)
    }
    return result
  }

  private func shape(of input: GraphInput, _ given: [Int]?) throws(InferenceError) -> [Int] {
    let declared = input.dimensions.map { $0.map { "\($0)" } ?? "?" }.joined(separator: "×")
    guard let shape = given else {
      let fixed = input.dimensions.compactMap { $0 }
      guard fixed.count == input.dimensions.count else {
        throw .invalidInput(
          name: input.name, detail: "has the free shape \(declared), so a shape has to be given")
      }
      return try checked(fixed, input)
    }
    var fits = shape.count == input.dimensions.count
    for (extent, expected) in zip(shape, input.dimensions) { fits = fits && (expected ?? extent) == extent }
    guard fits else {
      throw .invalidInput(name: input.name, detail: "shape \(shape) does not fit \(declared)")
    }
    return try checked(shape, input)
  }

  private func checked(_ shape: [Int], _ input: GraphInput) throws(InferenceError) -> [Int] {
    guard let bound = elementBound(shape) else {
      throw .invalidInput(name: input.name, detail: "shape \(shape) is impossible")
    }
    guard bound <= limits.elementsPerValue else {
      throw .limitExceeded(
        detail: "input \(input.name) of shape \(shape) has more than \(limits.elementsPerValue) elements")
    }
    return shape
  }

  private mutating func infer(_ node: Node) throws(InferenceError) {
    let operands = node.inputs.map { $0.flatMap { known[$0.index] } }
    var results = try node.inferOutputs(operands, limits: limits)
    let steps = node.operation.work(operands, results)
    for result in results { elements = saturatingSum(elements, result.count) }
    work = saturatingSum(work, steps)
    guard elements <= limits.totalElements else {
      throw .limitExceeded(
        detail: "at node \(node.name) its tensors have more than \(limits.totalElements) elements")
    }
    guard work <= limits.multiplyAdds else {
      throw .limitExceeded(
        detail: "at node \(node.name) it takes more than \(limits.multiplyAdds) multiply-adds")
    }
    if let tensors = constants(node, operands, results, steps) {
      for index in results.indices { results[index].constant = tensors[index] }
    }
    for (output, result) in zip(node.outputs, results) { known[output.index] = result }
  }

  /// The content of a node's small outputs, where all its operands are known.
  private mutating func constants(
    _ node: Node, _ operands: [ValueInformation?], _ results: [ValueInformation], _ steps: Int
  ) -> [Tensor]? {
    guard results.contains(where: { $0.constant == nil }) else { return nil }
    var tensors: [Tensor?] = []
    for operand in operands {
      if let operand, operand.constant == nil { return nil }
      tensors.append(operand?.constant)
    }
    for result in results where result.count > limits.elementsPerComputedConstant { return nil }
    guard saturatingSum(constantWork, steps) <= limits.constantWork else { return nil }
    constantWork += steps
    return node.operation.evaluate(tensors, outputs: results)
  }
}
