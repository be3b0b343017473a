/// A threshold together with the false-match rate that was measured at it.
public struct OperatingPoint: Hashable, Codable, Sendable {
  /// Share of impostor comparisons that reach `threshold`.
  public let falseMatchRate: FalseMatchRate

  /// The lowest score that counts as a match.
  public let threshold: Score

  public init(falseMatchRate: FalseMatchRate, threshold: Score) {
    self.falseMatchRate = falseMatchRate
    self.threshold = threshold
  }
}

/// What the measurements say about the false-match rate at a score.
public enum FalseMatchEstimate: Hashable, Sendable, CustomStringConvertible {
  /// Between two measured points, or on one.
  case about(FalseMatchRate)
  /// The score lies above every measured threshold: all that is known is that fewer strangers reach it.
  case below(FalseMatchRate)
  /// The score lies under every measured threshold: more strangers reach it.
  case above(FalseMatchRate)

  /// The rate itself or the bound.
  public var rate: FalseMatchRate {
    switch self {
    case .about(let rate), .below(let rate), .above(let rate): rate
    }
  }

  /// For example `about 1 in 23,000`, `below 1 in 1,000,000` or `above 1 in 1,000`.
  public var description: String {
    switch self {
    case .about(let rate): "about \(rate)"
    case .below(let rate): "below \(rate)"
    case .above(let rate): "above \(rate)"
    }
  }
}

/// The measured relation between scores and false-match rates of one embedding model.
///
/// Between two neighbouring points the logarithm of the rate is interpolated linearly over the score, which
/// follows the near-exponential tail of impostor scores; outside of the measured range only bounds are given.
public struct OperatingPoints: Hashable, Sendable {
  /// The points by rising threshold, which is by falling rate. Never empty.
  public let points: [OperatingPoint]

  /// Takes measured points in any order.
  ///
  /// - Parameter measured: At least one point; a higher threshold must have a lower rate.
  /// - Throws: `MatchingError.withoutOperatingPoints` when there is none, `.invalidOperatingPoints` when two points
  ///   contradict each other.
  public init(_ measured: [OperatingPoint]) throws(MatchingError) {
    guard !measured.isEmpty else { throw .withoutOperatingPoints }
    let sorted = measured.sorted { $0.threshold < $1.threshold }
    for (lower, upper) in zip(sorted, sorted.dropFirst()) {
      guard lower.threshold < upper.threshold, lower.falseMatchRate > upper.falseMatchRate else {
        throw .invalidOperatingPoints(
          detail: "threshold \(upper.threshold) must have a lower rate than threshold \(lower.threshold)")
      }
    }
    points = sorted
  }

  /// How often strangers reach a score.
  public func falseMatchRate(at score: Score) -> FalseMatchEstimate {
    guard let upperIndex = points.firstIndex(where: { $0.threshold >= score }) else {
      return .below(points[points.count - 1].falseMatchRate)
    }
    let upper = points[upperIndex]
    if upper.threshold == score { return .about(upper.falseMatchRate) }
    guard upperIndex > 0 else { return .above(upper.falseMatchRate) }
    let lower = points[upperIndex - 1]
    let part =
      (score.rawValue - lower.threshold.rawValue) / (upper.threshold.rawValue - lower.threshold.rawValue)
    let exponent =
      Logarithm.binary(lower.falseMatchRate.rawValue) * (1 - part)
      + Logarithm.binary(upper.falseMatchRate.rawValue) * part
    // Rounding may leave the interval of the two rates by a hair; a rate outside of it would not be monotone.
    let value = min(
      lower.falseMatchRate.rawValue, max(upper.falseMatchRate.rawValue, Logarithm.power(exponent)))
    return .about(FalseMatchRate(rawValue: value) ?? upper.falseMatchRate)
  }

  /// The threshold that keeps false matches at a rate.
  ///
  /// - Parameter rate: The rate that is aimed at.
  /// - Returns: The lowest score that counts as a match.
  /// - Throws: `MatchingError.falseMatchRateNotMeasured` when the rate lies outside of the measured range,
  ///   where any threshold would be invented.
  public func threshold(for rate: FalseMatchRate) throws(MatchingError) -> Score {
    guard let upperIndex = points.firstIndex(where: { $0.falseMatchRate <= rate }) else {
      throw notMeasured(rate)
    }
    let upper = points[upperIndex]
    if upper.falseMatchRate == rate { return upper.threshold }
    guard upperIndex > 0 else { throw notMeasured(rate) }
    let lower = points[upperIndex - 1]
    let lowerExponent = Logarithm.binary(lower.falseMatchRate.rawValue)
    let upperExponent = Logarithm.binary(upper.falseMatchRate.rawValue)
    let part = (Logarithm.binary(rate.rawValue) - lowerExponent) / (upperExponent - lowerExponent)
    return Score(lower.threshold.rawValue * (1 - part) + upper.threshold.rawValue * part)
  }

  private func notMeasured(_ rate: FalseMatchRate) -> MatchingError {
    .falseMatchRateNotMeasured(
      requested: rate, lowest: points[points.count - 1].falseMatchRate, highest: points[0].falseMatchRate)
  }
}
