/// Operators by their names in the ONNX specification.
struct OperatorRegistry: Sendable {
  /// How an operator is made from a node of a file.
  struct Entry: Sendable {
    /// The most outputs that are computed; a file may list more that nobody reads.
    var maximumOutputs = 1
    let make: @Sendable (_ node: ONNXNode, _ operatorSet: Int) throws(InferenceError) -> any Operator
  }

  /// The operator sets that the entries know: what attributes and operands mean differs between them.
  let operatorSets: ClosedRange<Int>
  let entries: [String: Entry]
}

extension OperatorRegistry.Entry {
  init<Type: ONNXOperator>(_ type: Type.Type) {
    self.init(maximumOutputs: type.maximumOutputs) { node, set throws(InferenceError) in
      try Type(node, operatorSet: set)
    }
  }
}
