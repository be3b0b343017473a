/// What a threshold is to achieve.
public enum ThresholdGoal: Hashable, Sendable {
  /// The lowest threshold, a multiple of 1/4096, whose false-match rate is at most this.
  case falseMatchRate(Double)
  /// The threshold of least expected cost, a multiple of 1/4096.
  case cost(DecisionCosts)
}

/// What wrong decisions cost, and how often they can be made (ISO/IEC 19795-1; NIST's detection cost function).
public struct DecisionCosts: Hashable, Sendable {
  /// The cost of taking a stranger for the person.
  public let falseMatch: Double
  /// The cost of turning the person away.
  public let falseNonMatch: Double
  /// The share of comparisons, in use, that are with strangers, 0…1.
  public let impostorShare: Double

  /// - Returns: `nil` unless the costs are positive and the share is between 0 and 1, both excluded.
  public init?(falseMatch: Double, falseNonMatch: Double, impostorShare: Double) {
    guard falseMatch > 0, falseNonMatch > 0, falseMatch.isFinite, falseNonMatch.isFinite, impostorShare > 0,
      impostorShare < 1
    else { return nil }
    self.falseMatch = falseMatch
    self.falseNonMatch = falseNonMatch
    self.impostorShare = impostorShare
  }

  /// The expected cost of a comparison.
  public func expected(falseMatchRate: Double, falseNonMatchRate: Double) -> Double {
    falseMatch * impostorShare * falseMatchRate + falseNonMatch * (1 - impostorShare) * falseNonMatchRate
  }
}
