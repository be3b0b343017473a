/// An operator whose only result is its first operand under another shape: no data moves.
protocol ViewOperator: Operator {}

/// An operator whose first result is its first operand, unchanged.
protocol PassingOperator: Operator {
  /// How many operands a node may have for that to be known without looking at the others.
  static var passingOperandCounts: ClosedRange<Int> { get }
}
