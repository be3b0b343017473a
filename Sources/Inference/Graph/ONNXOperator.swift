/// An operator of the ONNX specification, made from a node of a file.
protocol ONNXOperator: Operator {
  /// The operator's name in the specification.
  static var name: String { get }

  /// The most outputs that the engine computes for a node; a file may list more that nobody reads.
  static var maximumOutputs: Int { get }

  /// Reads and validates the attributes of a node.
  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError)
}

extension ONNXOperator {
  static var maximumOutputs: Int { 1 }
}
