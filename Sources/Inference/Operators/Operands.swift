/// Access to a node's operands while its shapes are inferred. Errors leave the node's name open; whoever knows it adds
/// it with `InferenceError.naming(_:)`.
struct Operands {
  private let inputs: [ValueInformation?]

  init(_ inputs: [ValueInformation?], _ counts: ClosedRange<Int>) throws(InferenceError) {
    guard counts.contains(inputs.count) else {
      let expected =
        counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      throw invalid("has \(inputs.count) operands where \(expected) belong")
    }
    self.inputs = inputs
  }

  var count: Int { inputs.count }

  /// Whether an operand is present.
  func has(_ index: Int) -> Bool {
    index < inputs.count && inputs[index] != nil
  }

  func optional(
    _ index: Int, _ name: String, _ types: [ElementType] = []
  ) throws(InferenceError) -> ValueInformation? {
    guard index < inputs.count, let input = inputs[index] else { return nil }
    guard types.isEmpty || types.contains(input.elementType) else {
      throw invalid("\(name) has element type \(input.elementType), which is not supported")
    }
    return input
  }

  func required(
    _ index: Int, _ name: String, _ types: [ElementType] = []
  ) throws(InferenceError) -> ValueInformation {
    guard let input = try optional(index, name, types) else { throw invalid("operand \(name) is missing") }
    return input
  }

  /// Integers that must be known before the graph runs, such as a target shape; nil for an absent operand.
  func integers(_ index: Int, _ name: String) throws(InferenceError) -> [Int]? {
    guard let input = try optional(index, name, [.int64, .int32]) else { return nil }
    guard let constant = input.constant, let values = constant.integers else {
      throw invalid("\(name) depends on the input's content, which is not supported")
    }
    return values
  }

  /// Floats that must be known before the graph runs; nil for an absent operand.
  func floats(_ index: Int, _ name: String) throws(InferenceError) -> [Float]? {
    guard let input = try optional(index, name, [.float32]) else { return nil }
    guard let constant = input.constant, let values = constant.floats else {
      throw invalid("\(name) depends on the input's content, which is not supported")
    }
    return values
  }
}

/// An error about a node whose name is not known here.
func invalid(_ detail: String) -> InferenceError {
  .invalidNode(node: "", detail: detail)
}

extension InferenceError {
  /// The same error with the node's name filled in.
  func naming(_ node: String) -> InferenceError {
    if case .invalidNode("", let detail) = self { return .invalidNode(node: node, detail: detail) }
    return self
  }
}

/// A place counted from the front for an axis that may be counted from the back.
func normalizedAxis(_ axis: Int, rank: Int) throws(InferenceError) -> Int {
  guard axis >= -rank, axis < rank else { throw invalid("axis \(axis) is outside a tensor of \(rank) axes") }
  return axis < 0 ? axis + rank : axis
}

/// Distinct places counted from the front.
func normalizedAxes(_ axes: [Int], rank: Int) throws(InferenceError) -> [Int] {
  var result: [Int] = []
  for axis in axes {
    let place = try normalizedAxis(axis, rank: rank)
    guard !result.contains(place) else { throw invalid("axis \(axis) is named twice") }
    result.append(place)
  }
  return result
}
