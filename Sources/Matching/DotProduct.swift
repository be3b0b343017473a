/// Sums of products over vectors that are cut into groups of eight, padded with zeros.
///
/// The order of the additions is fixed, so a score is the same on every run.
enum DotProduct {
  typealias Lanes = SIMD8<Float>

  /// Cuts a vector into groups of eight.
  static func lanes(_ vector: [Float]) -> [Lanes] {
    var result: [Lanes] = []
    result.reserveCapacity((vector.count + Lanes.scalarCount - 1) / Lanes.scalarCount)
    var start = 0
    while start < vector.count {
      var group = Lanes.zero
      for lane in 0..<min(Lanes.scalarCount, vector.count - start) { group[lane] = vector[start + lane] }
      result.append(group)
      start += Lanes.scalarCount
    }
    return result
  }

  /// The sum of products of two vectors of the same number of groups.
  ///
  /// Two accumulators halve the chain of dependent additions.
  static func of(_ left: [Lanes], _ right: [Lanes]) -> Float {
    var even = Lanes.zero
    var odd = Lanes.zero
    var group = 0
    while group + 1 < left.count {
      even += left[group] * right[group]
      odd += left[group + 1] * right[group + 1]
      group += 2
    }
    if group < left.count { even += left[group] * right[group] }
    return (even + odd).sum()
  }
}
