/// The error rate at the threshold where false matches and false non-matches are equally frequent (EER).
public struct EqualErrorRate: Hashable, Sendable {
  /// The middle between `lower` and `upper`.
  public let value: Double

  /// The lower of the two error rates at `threshold`.
  public let lower: Double

  /// The higher of the two error rates at `threshold`.
  public let upper: Double

  /// Where both rates are as near to each other as the scores allow.
  public let threshold: Double

  public init(value: Double, lower: Double, upper: Double, threshold: Double) {
    self.value = value
    self.lower = lower
    self.upper = upper
    self.threshold = threshold
  }
  /// Chooses between the last threshold before two rates cross and the first one after it, by the lower sum; takes the
  /// latter where they meet there exactly.
  ///
  /// - Parameter after: Its false-match rate is at most its false non-match rate.
  init(before: VerificationCurvePoint?, after: VerificationCurvePoint) {
    var nearest = after
    if let before, after.falseMatchRate < after.falseNonMatchRate, before.errorSum <= after.errorSum {
      nearest = before
    }
    self.init(
      value: nearest.errorSum / 2, lower: min(nearest.falseMatchRate, nearest.falseNonMatchRate),
      upper: max(nearest.falseMatchRate, nearest.falseNonMatchRate), threshold: nearest.threshold)
  }
}

extension VerificationCurvePoint {
  fileprivate var errorSum: Double { falseMatchRate + falseNonMatchRate }
}

extension VerificationScores {
  /// The equal error rate, as FVC2000 defines it (Maio et al. 2002, IEEE PAMI 24(3)): of the last threshold before
  /// the two rates cross and the first one after it, the one where their sum is lower; the middle between them
  /// there. Equal to that of pyeer, except that the rates may also cross above the highest score.
  ///
  /// Counts on the grid stand for scores rounded down to it.
  ///
  /// - Returns: `nil` where there is no genuine or no impostor score.
  public var equalErrorRate: EqualErrorRate? {
    guard genuine.count > 0, impostor.count > 0 else { return nil }
    var before: VerificationCurvePoint?
    for step in ScoreSteps(self) {
      let point = point(at: step)
      if point.falseMatchRate <= point.falseNonMatchRate {
        return EqualErrorRate(before: before, after: point)
      }
      before = point
    }
    return nil
  }
}
