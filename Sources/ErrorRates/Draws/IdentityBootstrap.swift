/// How much error rates of verification vary with the people who took part.
///
/// Pairs share people, so they are not independent and exact binomial intervals are too narrow. Here people are drawn
/// with replacement: a genuine pair counts as often as its person was drawn, an impostor pair as often as its two
/// people together (Snijders and Borgatti 1999, the bootstrap of vertices). Pairs of a person with a copy of
/// themselves are no impostors and do not exist.
public struct IdentityBootstrap: Sendable {
  /// A figure whose interval is wanted.
  public enum Statistic: Hashable, Sendable {
    /// The false-match rate at a threshold.
    case falseMatchRate(threshold: Double)
    /// The false non-match rate at a threshold.
    case falseNonMatchRate(threshold: Double)
    /// The lowest threshold at which the false-match rate is at most this, a `Float` just above a score.
    case threshold(falseMatchRate: Double)
    /// The false non-match rate at that threshold, chosen anew in every round: with the doubt about the threshold.
    case falseNonMatchRateAt(falseMatchRate: Double)
    /// The equal error rate; only where every pair is listed.
    case equalErrorRate
    /// The share of pairs decided correctly at a threshold; only where both rates can be had there.
    case accuracy(threshold: Double)
  }

  /// Draws of the identities that take part.
  public let resampling: Resampling

  let genuine: ResampledPairs
  let impostor: ResampledPairs
  /// How often each identity was compared, where only the extreme pairs are listed.
  let people: ComparedPeople?
  /// Where both kinds are listed completely: at every different score by rising score and above all of them, how many
  /// of the genuine pairs lie below it and how many of the impostor pairs do not.
  let steps: [(genuineBelow: Int, impostorAtOrAbove: Int)]

  /// Takes pairs of which every one is listed. Identities without a pair are not drawn.
  ///
  /// - Parameters:
  ///   - genuine: Pairs of one person each, `first`.
  ///   - impostor: Pairs of two people.
  ///   - resampling: Draws of as many groups as there are identities, with or without pairs.
  /// - Returns: `nil` where a pair names an identity outside of 0…`groupCount` − 1.
  public init?(genuine: [ScoredPair], impostor: [ScoredPair], resampling: Resampling) {
    var takesPart = [Bool](repeating: false, count: resampling.groupCount)
    for pair in [genuine, impostor].joined() {
      for identity in [Int(pair.first), Int(pair.second)] {
        guard takesPart.indices.contains(identity) else { return nil }
        takesPart[identity] = true
      }
    }
    let participants = Participants(takesPart)
    self.init(
      genuine: ResampledPairs(genuines: genuine, of: participants, isComplete: true),
      impostor: ResampledPairs(impostors: impostor, of: participants, isComplete: true),
      people: nil, resampling: resampling, participants)
  }

  /// Takes the extreme ones of many pairs. Identities that take no part are not drawn.
  ///
  /// - Parameters:
  ///   - people: How often each identity was compared.
  ///   - highestImpostors: Every impostor pair above the lowest score among them.
  ///   - lowestGenuines: Every genuine pair below the highest score among them.
  ///   - resampling: Draws of as many groups as there are identities, with or without a part.
  /// - Returns: `nil` where a pair names an identity that takes no part or does not exist, a count is none, or
  ///   the draws are of another number of groups.
  public init?(
    people: ComparedPeople, highestImpostors: [ScoredPair], lowestGenuines: [ScoredPair],
    resampling: Resampling
  ) {
    guard people.count == resampling.groupCount, people.isValid else { return nil }
    let takePart = people.takePart
    for pair in [highestImpostors, lowestGenuines].joined() {
      for identity in [Int(pair.first), Int(pair.second)] {
        guard takePart.indices.contains(identity), takePart[identity] else { return nil }
      }
    }
    let participants = Participants(takePart)
    let all = people.totals()
    self.init(
      genuine: ResampledPairs(
        genuines: lowestGenuines, of: participants, isComplete: Double(lowestGenuines.count) == all.genuine),
      impostor: ResampledPairs(
        impostors: highestImpostors, of: participants,
        isComplete: Double(highestImpostors.count) == all.impostor),
      people: people.participants, resampling: resampling, participants)
  }

  private init(
    genuine: ResampledPairs, impostor: ResampledPairs, people: ComparedPeople?, resampling: Resampling,
    _ participants: Participants
  ) {
    self.genuine = genuine
    self.impostor = impostor
    self.people = people
    self.resampling = Resampling(
      groupCount: participants.count, rounds: resampling.rounds, seed: resampling.seed)
    guard genuine.isComplete, impostor.isComplete else {
      steps = []
      return
    }
    let scores = VerificationScores(
      genuine: ScoreDistribution(listed: genuine.scores), impostor: ScoreDistribution(listed: impostor.scores)
    )
    steps = ScoreSteps(scores).map { ($0.genuineBelow, $0.impostorAtOrAbove) }
  }

  /// The percentile intervals of some figures.
  ///
  /// Rounds in which a figure has no trials do not count.
  ///
  /// - Returns: For each figure its interval, or `nil` where in some round the listed pairs do not reach as far as
  ///   the threshold, where no round has trials, and where a rate is 0 in every round or 1 in every round: draws
  ///   cannot show what never happened, so only the exact interval says something.
  public func intervals(of statistics: [Statistic], confidence: Double = 0.95) -> [ConfidenceInterval?] {
    var values = [[Double]?](repeating: [], count: statistics.count)
    for round in 0..<resampling.rounds {
      let draw = BootstrapDraw(self, weights: resampling.weights(round: round), for: statistics)
      for (index, statistic) in statistics.enumerated() where values[index] != nil {
        switch draw.outcome(of: statistic) {
        case .value(let value): values[index]?.append(value)
        case .noTrials: break
        case .notListed: values[index] = nil
        }
      }
    }
    return zip(statistics, values).map { statistic, values in
      guard let values else { return nil }
      if case .threshold = statistic {
        return Resampling.percentileInterval(values, confidence: confidence)
      }
      return Resampling.interval(ofRates: values, confidence: confidence)
    }
  }

  /// The percentile interval of one figure; see `intervals(of:confidence:)`.
  public func interval(of statistic: Statistic, confidence: Double = 0.95) -> ConfidenceInterval? {
    intervals(of: [statistic], confidence: confidence)[0]
  }
}
