/// Floats that are computed from a smaller form, or read from another order, whenever somebody asks for them.
///
/// Weights are packed straight from this form, so that a constant which only packing reads never lies in memory as
/// floats.
protocol DeferredElements: Sendable {
  var count: Int { get }

  /// Writes the floats of a range to `target`; always the same ones.
  func copyFloats(_ range: Range<Int>, to target: UnsafeMutablePointer<Float>)
}

extension DeferredElements {
  func floats() -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress { copyFloats(0..<count, to: base) }
      initialized = count
    }
  }
}
