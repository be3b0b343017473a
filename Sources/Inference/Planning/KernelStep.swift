/// A kernel with one input, an optional residual that is added to its result, and one output.
protocol KernelStep {
  /// Prepares the call.
  func bind(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, residual: UnsafePointer<Float>?,
    machine: Machine
  ) -> () -> Void
}
