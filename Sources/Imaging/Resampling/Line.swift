/// A source coordinate along one output row.
struct Line {
  /// Source pixels per output pixel.
  let slope: Double

  /// Source pixel index at output index 0.
  let start: Double

  /// Rounding keeps this monotonic, so what holds at both ends of a range of indices holds within it.
  private func value(at index: Int) -> Double { slope * Double(index) + start }

  /// The coordinate at an index that `indices(in:from:below:)` has found to lie in a picture's reach.
  func place(at index: Int) -> FixedPlace { FixedPlace(value(at: index), step: 0) }

  /// The coordinates from an index on that `indices(in:from:below:)` has found to lie in a picture's reach.
  func walk(from index: Int) -> FixedPlace { FixedPlace(value(at: index), step: slope) }

  /// Those of `indices` whose coordinate is at least `lower` and less than `upper` pixels.
  func indices(in indices: Range<Int>, from lower: Int, below upper: Int) -> Range<Int> {
    let lowest = Double(lower)
    let limit = Double(upper)
    func isInside(_ index: Int) -> Bool { value(at: index) >= lowest && value(at: index) < limit }
    var first = indices.lowerBound
    var end = indices.upperBound
    if slope != 0 {
      // Near the answer; the loops below make it exact.
      let crossings = [(lowest - start) / slope, (limit - start) / slope]
      let bounds = Double(first)...Double(end)
      if let low = crossings.min(), low.isFinite { first = Int(clamp(low.rounded(.down) - 1, bounds)) }
      if let high = crossings.max(), high.isFinite { end = Int(clamp(high.rounded(.up) + 1, bounds)) }
    }
    while first < end, !isInside(first) { first += 1 }
    while first < end, !isInside(end - 1) { end -= 1 }
    return first..<end
  }

  private func clamp(_ value: Double, _ bounds: ClosedRange<Double>) -> Double {
    min(max(value, bounds.lowerBound), bounds.upperBound)
  }
}
