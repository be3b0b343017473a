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

  /// Integers that must be known before the graph runs, such as a target shape; `nil` for an absent operand.
  func integers(_ index: Int, _ name: String) throws(InferenceError) -> [Int]? {
    guard let input = try optional(index, name, [.int64, .int32]) else { return nil }
    guard let constant = input.constant, let values = constant.integers else {
      throw invalid("\(name) depends on the input's content, which is not supported")
    }
    return values
  }

  /// Floats that must be known before the graph runs; `nil` for an absent operand.
  func floats(_ index: Int, _ name: String) throws(InferenceError) -> [Float]? {
    guard let input = try optional(index, name, [.float32]) else { return nil }
    guard let constant = input.constant, let values = constant.floats else {
      throw invalid("\(name) depends on the input's content, which is not supported")
    }
    return values
  }
}
