import Formats

/// What a threshold is to achieve.
package enum ThresholdGoal: Hashable, Sendable {
  /// The lowest threshold, a multiple of 1/4096, whose false-match rate is at most this.
  case falseMatchRate(Double)
  /// The threshold of least expected cost, a multiple of 1/4096.
  case cost(DecisionCosts)
}

/// What wrong decisions cost, and how often they can be made (ISO/IEC 19795-1; NIST's detection cost function).
package struct DecisionCosts: Hashable, Sendable {
  /// The cost of taking a stranger for the person.
  package let falseMatch: Double
  /// The cost of turning the person away.
  package let falseNonMatch: Double
  /// The share of comparisons, in use, that are with strangers, 0…1.
  package let impostorShare: Double

  /// - Returns: Nothing unless the costs are positive and the share is between 0 and 1, both excluded.
  package init?(falseMatch: Double, falseNonMatch: Double, impostorShare: Double) {
    guard falseMatch > 0, falseNonMatch > 0, falseMatch.isFinite, falseNonMatch.isFinite, impostorShare > 0,
      impostorShare < 1
    else { return nil }
    self.falseMatch = falseMatch
    self.falseNonMatch = falseNonMatch
    self.impostorShare = impostorShare
  }

  /// The expected cost of a comparison.
  package func expected(falseMatchRate: Double, falseNonMatchRate: Double) -> Double {
    falseMatch * impostorShare * falseMatchRate + falseNonMatch * (1 - impostorShare) * falseNonMatchRate
  }
}

/// A threshold, chosen on some scores and verified on others.
package struct ThresholdChoice: Sendable {
  /// What scores show at the threshold.
  package struct Rates: Sendable {
    package let falseMatches: Rate
    package let falseNonMatches: Rate
    /// By drawing people; nothing where that cannot be had.
    package let falseMatchInterval: ConfidenceInterval?
    package let falseNonMatchInterval: ConfidenceInterval?
  }

  package let goal: ThresholdGoal
  package let threshold: Double
  /// On the scores that it was chosen on.
  package let chosen: Rates
  /// On other scores; nothing where there are none.
  package let verified: Rates?

  /// Chooses a threshold for each goal.
  ///
  /// - Throws: `ThresholdChoiceError` for a goal that the scores cannot carry.
  package static func choices(
    _ goals: [ThresholdGoal], on choosing: TuningScores, verifiedOn verifying: TuningScores?
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

  private static func rates(at thresholds: [Double], on scores: TuningScores) -> [Rates] {
    let matches = scores.bootstrap?.intervals(of: thresholds.map { .falseMatchRate(threshold: $0) })
    let misses = scores.genuineBootstrap?.intervals(of: thresholds.map { .falseNonMatchRate(threshold: $0) })
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

/// Why no threshold can be chosen. The description is one line.
package enum ThresholdChoiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are too few impostor comparisons to say anything about the rate (rule of 3).
  case notSupported(rate: Double, needed: Int?, found: Int)
  /// Even the highest scores are reached by too many impostors.
  case notReached(rate: Double)
  /// Only genuine or only impostor comparisons are there.
  case oneKindOnly(genuine: Int, impostor: Int)

  package var description: String {
    switch self {
    case .notSupported(let rate, let needed, let found):
      "a false-match rate of \(scientific(rate, digits: 3)) takes at least \(needed.map { grouped($0) } ?? "countless") "
        + "impostor comparisons, \(isThere(found)); ask for a higher rate or give more data"
    case .notReached(let rate):
      "no threshold keeps the false-match rate at \(scientific(rate, digits: 3)); look at the highest impostor scores for wrong labels"
    case .oneKindOnly(let genuine, let impostor):
      "genuine and impostor comparisons are needed, \(grouped(genuine)) and \(grouped(impostor)) are there"
    }
  }
}
