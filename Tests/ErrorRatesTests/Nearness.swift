import ErrorRates

extension ScoreDistribution {
  /// The same scores by their counts on the grid alone.
  var counted: ScoreDistribution? { ScoreDistribution(countsAtOrAbove: countsOnGrid) }
}

extension Double {
  func isNear(_ other: Double, _ tolerance: Double = 1e-12) -> Bool { (self - other).magnitude <= tolerance }
}

extension [[Double]] {
  /// Lower and upper ends as intervals.
  var intervals: [ConfidenceInterval] { map { ConfidenceInterval(lower: $0[0], upper: $0[1]) } }
}

extension ConfidenceInterval {
  func isNear(_ other: ConfidenceInterval, _ tolerance: Double = 1e-12) -> Bool {
    lower.isNear(other.lower, tolerance) && upper.isNear(other.upper, tolerance)
  }
}
