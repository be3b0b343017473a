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

  /// The work of one run in multiply-adds or comparable steps, saturating. At least the number of elements written.
  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int
}

extension Operator {
  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    var total = 1
    for output in outputs { total = saturatingSum(total, output.count) }
    return total
  }
}

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

/// What is known of an operand when a graph is loaded.
enum KnownOperand {
  case absent
  /// Computed while the graph runs.
  case computed
  case constant(Tensor)
}

/// An operator that can take constant operands over into its parameters.
protocol ConstantAbsorbing: Operator {
  /// The operator with its constant operands taken over, and how many operands are left, counted from the first; nil
  /// where nothing can be taken over.
  func absorbing(_ operands: [KnownOperand]) -> (operation: any Operator, operandCount: Int)?
}
