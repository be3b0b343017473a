/// An operator that can leave the computation of its constant result to whoever reads it.
protocol DeferringOperator: Operator {
  /// The elements of the only output; `nil` where the operands have no deferred form.
  func deferredElements(_ operands: [Tensor?]) -> (any DeferredElements)?
}
