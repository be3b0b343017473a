/// A threshold, chosen on some scores and verified on others.
public struct ThresholdChoice: Sendable {
  /// What scores show at the threshold.
  public struct Rates: Sendable {
    /// Impostor comparisons that match.
    public let falseMatches: Rate
    /// Genuine comparisons that do not match.
    public let falseNonMatches: Rate
    /// The interval of 95 % of the false-match rate by drawing people; `nil` where that cannot be had.
    public let falseMatchInterval: ConfidenceInterval?
    /// The same of the false non-match rate.
    public let falseNonMatchInterval: ConfidenceInterval?
  }

  /// What it is to achieve.
  public let goal: ThresholdGoal
  /// The lowest score that counts as a match: a multiple of 1/4096.
  public let threshold: Double
  /// On the scores that it was chosen on.
  public let chosen: Rates
  /// On other scores; `nil` where there are none.
  public let verified: Rates?

  /// Chooses a threshold for each goal.
  ///
  /// - Parameters:
  ///   - goals: What the thresholds are to achieve.
  ///   - choosing: The scores that they are chosen on.
  ///   - verifying: Scores of other people that they are verified on; `nil` for no verification.
  /// - Returns: A choice per goal, in their order.
  /// - Throws: `ThresholdChoiceError` for a goal that the scores cannot carry.
  public static func choices(
    _ goals: [ThresholdGoal], on choosing: ThresholdScores, verifiedOn verifying: ThresholdScores?
  ) throws(ThresholdChoiceError) -> [ThresholdChoice] {
    guard choosing.scores.genuine.count > 0, choosing.scores.impostor.count > 0 else {
      throw .oneKindOnly(
        genuine: choosing.scores.genuine.count, impostor: choosing.scores.impostor.count)
    }
    var thresholds: [Double] = []
    for goal in goals { thresholds.append(try threshold(goal, on: choosing.scores)) }
    let chosen = rates(at: thresholds, on: choosing)
    let verified = verifying.map { rates(at: thresholds, on: $0) }
    return goals.indices.map { index in
      ThresholdChoice(
        goal: goals[index], threshold: thresholds[index], chosen: chosen[index], verified: verified?[index])
    }
  }

  private static func threshold(
    _ goal: ThresholdGoal, on scores: VerificationScores
  ) throws(ThresholdChoiceError) -> Double {
    switch goal {
    case .falseMatchRate(let rate):
      guard RuleOfThree.isSupported(rate: rate, trials: scores.impostor.count) else {
        throw .notSupported(
          rate: rate, needed: RuleOfThree.trialsNeeded(for: rate), found: scores.impostor.count)
      }
      guard let threshold = scores.gridThreshold(forFalseMatchRate: rate) else {
        throw .notReached(rate: rate)
      }
      // Rounding may have pushed scores below -1, where no threshold lies.
      return max(-1, threshold)
    case .cost(let costs):
      let grid = VerificationScores(genuine: scores.genuine.onGrid, impostor: scores.impostor.onGrid)
      let best = grid.curve().min { left, right in
        let (one, other) = (costs.expected(at: left), costs.expected(at: right))
        return one != other ? one < other : left.threshold < right.threshold
      }
      guard let best, best.threshold <= 1 else { throw .notReached(rate: 0) }
      return best.threshold
    }
  }

  private static func rates(at thresholds: [Double], on scores: ThresholdScores) -> [Rates] {
    let matches = scores.falseMatchDraws?.intervals(of: thresholds.map { .falseMatchRate(threshold: $0) })
    let misses = scores.falseNonMatchDraws?.intervals(
      of: thresholds.map { .falseNonMatchRate(threshold: $0) })
    return thresholds.indices.map { index in
      Rates(
        falseMatches: scores.scores.falseMatches(at: thresholds[index]),
        falseNonMatches: scores.scores.falseNonMatches(at: thresholds[index]),
        falseMatchInterval: matches?[index], falseNonMatchInterval: misses?[index])
    }
  }
}

extension DecisionCosts {
  fileprivate func expected(at point: VerificationCurvePoint) -> Double {
    expected(falseMatchRate: point.falseMatchRate, falseNonMatchRate: point.falseNonMatchRate)
  }
}
