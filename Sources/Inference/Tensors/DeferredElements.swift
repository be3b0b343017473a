/// Floats that are computed from a smaller form, or read from another order, whenever somebody asks for them.
///
/// Weights are packed straight from this form, so that a constant which only packing reads never lies in memory as
/// floats.
protocol DeferredElements: Sendable {
  var count: Int { get }

  /// Writes the floats of a range to `target`; always the same ones.
  func copyFloats(_ range: Range<Int>, to target: UnsafeMutablePointer<Float>)
}

/// An operator that can leave the computation of its constant result to whoever reads it.
protocol DeferringOperator: Operator {
  /// The elements of the only output; nil where the operands have no deferred form.
  func deferredElements(_ operands: [Tensor?]) -> (any DeferredElements)?
}

extension DeferredElements {
  func floats() -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress { copyFloats(0..<count, to: base) }
      initialized = count
    }
  }
}
