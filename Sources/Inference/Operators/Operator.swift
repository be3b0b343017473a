/// What is known about a value before the graph runs.
struct ValueInformation: Sendable {
  let shape: [Int]
  let elementType: ElementType
  /// The content, where it is known: weights, and shape arithmetic.
  var constant: Tensor?

  var count: Int { shape.reduce(1, *) }
}

/// One operation: shape rules and a plain row-major implementation.
///
/// The plain implementation is what constant folding uses, what runs where no faster kernel applies, and what the
/// faster kernels are tested against.
protocol Operator: Sendable {
  /// Validates the operands and tells what the outputs look like; sets their content where it follows from shapes
  /// alone.
  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation]

  /// Computes the outputs. Shapes and types are those that `infer` accepted and returned; allocates nothing.
  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView])
}

/// An operator of the ONNX specification, made from a node of a file.
protocol ONNXOperator: Operator {
  /// The operator's name in the specification.
  static var name: String { get }

  /// Reads and validates the attributes of a node.
  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError)
}
