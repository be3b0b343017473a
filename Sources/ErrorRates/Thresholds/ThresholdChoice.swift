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
  ///   - confidence: In which share of draws of the people a false-match rate has to be kept, above 0.5 and below 1: its
  ///     upper bound, one-sided. `nil` for the people at hand, with whom the threshold is as often too low as too high.
  /// - Returns: A choice per goal, in their order.
  /// - Throws: `ThresholdChoiceError` for a goal that the scores cannot carry.
  public static func choices(
    _ goals: [ThresholdGoal], on choosing: ThresholdScores, verifiedOn verifying: ThresholdScores?,
    confidence: Double? = nil
  ) throws(ThresholdChoiceError) -> [ThresholdChoice] {
    guard choosing.scores.genuine.count > 0, choosing.scores.impostor.count > 0 else {
      throw .oneKindOnly(
        genuine: choosing.scores.genuine.count, impostor: choosing.scores.impostor.count)
    }
    var thresholds: [Double] = []
    for goal in goals {
      var chosen = try threshold(goal, on: choosing.scores)
      if let confidence, case .falseMatchRate(let rate) = goal {
        chosen = max(chosen, try threshold(keeping: rate, on: choosing, confidence))
      }
      thresholds.append(chosen)
    }
    let chosen = rates(at: thresholds, on: choosing)
    let verified = verifying.map { rates(at: thresholds, on: $0) }
    return goals.indices.map { index in
      ThresholdChoice(
        goal: goals[index], threshold: thresholds[index], chosen: chosen[index], verified: verified?[index])
    }
  }

  /// The lowest threshold of the grid that keeps a false-match rate in a share of all draws of the people.
  private static func threshold(
    keeping rate: Double, on scores: ThresholdScores, _ confidence: Double
  ) throws(ThresholdChoiceError) -> Double {
    guard let draws = scores.falseMatchDraws else { throw .peopleNotKnown }
    // The upper end of a two-sided interval leaves out half of what is beyond its confidence.
    let interval = draws.interval(
      of: .threshold(falseMatchRate: rate), confidence: 2 * min(0.999, max(0.501, confidence)) - 1)
    guard let interval else { throw .notReached(rate: rate) }
    let steps = Double(ScoreGrid.stepsPerUnit)
    let threshold = (interval.upper * steps).rounded(.up) / steps
    guard threshold <= 1 else { throw .notReached(rate: rate) }
    return threshold
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
