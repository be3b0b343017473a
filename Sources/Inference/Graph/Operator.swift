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
