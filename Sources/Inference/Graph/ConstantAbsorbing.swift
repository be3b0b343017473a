/// What is known of an operand when a graph is loaded.
enum KnownOperand {
  case absent
  /// Computed while the graph runs.
  case computed
  case constant(Tensor)
}

/// An operator that can take constant operands over into its parameters.
protocol ConstantAbsorbing: Operator {
  /// The operator with its constant operands taken over, and how many operands are left, counted from the first; `nil`
  /// where nothing can be taken over.
  func absorbing(_ operands: [KnownOperand]) -> (operation: any Operator, operandCount: Int)?
}
