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
}

extension VerificationScores {
  /// The equal error rate, as FVC2000 defines it (Maio et al. 2002, IEEE PAMI 24(3)): of the last threshold before
  /// the two rates cross and the first one after it, the one where their sum is lower; the middle between them
  /// there. Equal to that of pyeer, except that the rates may also cross above the highest score.
  ///
  /// Counts on the grid stand for scores rounded down to it.
  ///
  /// - Returns: Nothing where there is no genuine or no impostor score.
  public var equalErrorRate: EqualErrorRate? {
    guard genuine.count > 0, impostor.count > 0 else { return nil }
    var crossing = ErrorCrossing()
    for step in ScoreSteps(self) {
      let isCrossed = crossing.add(
        threshold: step.threshold, falseMatches: Double(step.impostorAtOrAbove) / Double(impostor.count),
        falseNonMatches: Double(step.genuineBelow) / Double(genuine.count))
      if isCrossed { break }
    }
    return crossing.result
  }
}

/// Finds where a falling and a rising error rate cross.
struct ErrorCrossing {
  private(set) var result: EqualErrorRate?
  private var previous: (threshold: Double, falseMatches: Double, falseNonMatches: Double)?

  /// Takes the rates at the next higher threshold.
  ///
  /// - Returns: Whether they have crossed; nothing more need be added then.
  mutating func add(threshold: Double, falseMatches: Double, falseNonMatches: Double) -> Bool {
    let point = (threshold: threshold, falseMatches: falseMatches, falseNonMatches: falseNonMatches)
    guard falseMatches <= falseNonMatches else {
      previous = point
      return false
    }
    var nearest = point
    if falseMatches < falseNonMatches, let previous,
      previous.falseMatches + previous.falseNonMatches <= falseMatches + falseNonMatches
    {
      nearest = previous
    }
    result = EqualErrorRate(
      value: (nearest.falseMatches + nearest.falseNonMatches) / 2,
      lower: min(nearest.falseMatches, nearest.falseNonMatches),
      upper: max(nearest.falseMatches, nearest.falseNonMatches), threshold: nearest.threshold)
    return true
  }
}
