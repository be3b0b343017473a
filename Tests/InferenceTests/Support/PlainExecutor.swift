@testable import Inference

/// Runs a graph node by node with the operators' plain implementations: the reference for faster ways to run it.
func runPlainly(
  _ graph: Graph, inputs: [String: Tensor], limits: InferenceLimits = .standard
) throws(InferenceError) -> [String: Tensor] {
  var shapes: [ValueID: [Int]] = [:]
  for input in graph.inputs {
    guard let tensor = inputs[input.name] else { throw .invalidInput(name: input.name, detail: "not given") }
    guard tensor.elementType == input.elementType else {
      throw .invalidInput(name: input.name, detail: "has the wrong element type")
    }
    shapes[input.value] = tensor.shape
  }
  let information = try inferShapes(graph, inputShapes: shapes, limits: limits)
  var tensors = information.map { $0.constant }
  for input in graph.inputs { tensors[input.value.index] = inputs[input.name] }
  // How often a value is still read, so that big graphs do not keep every tensor.
  var readers = [Int](repeating: 0, count: graph.values.count)
  for node in graph.nodes {
    for case let value? in node.inputs { readers[value.index] += 1 }
  }
  for output in graph.outputs { readers[output.index] += 1 }
  for node in graph.nodes {
    let operands = node.inputs.map { $0.flatMap { tensors[$0.index] } }
    if node.outputs.contains(where: { tensors[$0.index] == nil }) {
      let results = node.operation.evaluate(operands, outputs: node.outputs.map { information[$0.index] })
      for (output, result) in zip(node.outputs, results) { tensors[output.index] = result }
    }
    for case let value? in node.inputs {
      readers[value.index] -= 1
      if readers[value.index] == 0 { tensors[value.index] = nil }
    }
  }
  var outputs: [String: Tensor] = [:]
  for output in graph.outputs { outputs[graph.values[output.index].name] = tensors[output.index] }
  return outputs
}

/// Likewise for graphs whose inputs and outputs are floats.
func runPlainly(
  _ graph: Graph, inputs: [String: (shape: [Int], values: [Float])]
) throws -> [String: (shape: [Int], values: [Float])] {
  let tensors = inputs.mapValues { Tensor(shape: $0.shape, elements: .float32($0.values)) }
  let outputs: [String: Tensor] = try runPlainly(graph, inputs: tensors)
  return outputs.mapValues { ($0.shape, $0.floats ?? []) }
}
