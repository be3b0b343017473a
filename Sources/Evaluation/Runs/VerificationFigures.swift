/// What a verification gives at one threshold.
package struct ThresholdFigures: Sendable {
  /// The false-match rate that the threshold was chosen for; nothing where it was given.
  package let target: Double?
  /// Nothing where no threshold keeps the target, or too few comparisons support it.
  package let threshold: Double?
  /// Impostor comparisons that match.
  package let falseMatches: Rate
  /// Genuine comparisons that do not match.
  package let falseNonMatches: Rate
  /// The same, with comparisons that a failure to acquire prevented counted as refused: FAR and FRR.
  package let falseAcceptances: Rate
  package let falseRejections: Rate
  /// Intervals of 95 % from drawing people with replacement, because comparisons share them; nothing where they cannot be
  /// had.
  package let falseMatchInterval: ConfidenceInterval?
  package let falseNonMatchInterval: ConfidenceInterval?
  /// Whether the impostor comparisons are enough for the target (rule of 3).
  package let isSupported: Bool

  /// The impostor comparisons that the target takes at least.
  package var comparisonsNeeded: Int? { target.flatMap { RuleOfThree.trialsNeeded(for: $0) } }
}

/// The figures of a verification.
package struct VerificationFigures: Sendable {
  /// The rates that are reported unless others are asked for.
  package static let usualRates = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6]

  package let scored: VerificationScored
  /// Figures at chosen rates, from the protocol's own comparisons.
  package let operatingPoints: [ThresholdFigures]
  /// Figures at the threshold at which the model pack decides.
  package let decision: ThresholdFigures
  package let accuracy: FoldAccuracy?
  package let equalErrorRate: EqualErrorRate?
  package let equalErrorRateInterval: ConfidenceInterval?
  package let areaUnderCurve: Double?
  /// Impostors from people against people, where the protocol lists too few; genuine comparisons from the protocol.
  package let people: PeopleFigures?

  package struct PeopleFigures: Sendable {
    package let scored: VerificationScored
    package let scores: VerificationScores
    /// People of whom a picture took part.
    package let count: Int
    package let operatingPoints: [ThresholdFigures]
    package let decision: ThresholdFigures
  }

  /// Computes all figures.
  ///
  /// - Parameters:
  ///   - data: What was compared.
  ///   - scored: The protocol's own scores.
  ///   - people: Scores of people against people; nothing where there are none.
  ///   - rates: False-match rates to report.
  ///   - decisionThreshold: The threshold at which the model pack decides.
  package init(
    _ data: VerificationData, _ scored: VerificationScored, people: VerificationScored?, rates: [Double],
    decisionThreshold: Double
  ) {
    self.scored = scored
    let genuine = scored.pairs(scored.lowestGenuines, of: data)
    let bootstrap = IdentityBootstrap(
      samplesPerIdentity: scored.samplesPerIdentity, isAllAgainstAll: scored.comparisons == nil,
      genuine: genuine, impostor: scored.pairs(scored.highestImpostors, of: data))
    let judge = ThresholdJudge(scores: scored.scores, impostors: scored, genuines: scored, bootstrap: bootstrap)
    operatingPoints = rates.map { judge.figures(forRate: $0) }
    decision = judge.figures(at: decisionThreshold)
    accuracy = scored.comparisons.flatMap { comparisons in
      data.folds.count < 2 ? nil : FoldAccuracy(comparisons.compactMap { $0.folded })
    }
    equalErrorRate = scored.scores.equalErrorRate
    equalErrorRateInterval = bootstrap.equalErrorRateInterval()
    areaUnderCurve = scored.scores.areaUnderCurve
    self.people = people.map { people in
      let scores = VerificationScores(genuine: scored.scores.genuine, impostor: people.scores.impostor)
      let judge = ThresholdJudge(
        scores: scores, impostors: people, genuines: scored,
        bootstrap: IdentityBootstrap(
          samplesPerIdentity: people.samplesPerIdentity, isAllAgainstAll: true, genuine: genuine,
          impostor: people.pairs(people.highestImpostors, of: data)))
      return PeopleFigures(
        scored: people, scores: scores, count: people.samplesPerIdentity.count { $0 > 0 },
        operatingPoints: rates.map { judge.figures(forRate: $0) },
        decision: judge.figures(at: decisionThreshold))
    }
  }
}

/// Reads rates off scores at a threshold.
private struct ThresholdJudge {
  let scores: VerificationScores
  let impostors: VerificationScored
  let genuines: VerificationScored
  let bootstrap: IdentityBootstrap

  func figures(forRate rate: Double) -> ThresholdFigures {
    guard RuleOfThree.isSupported(rate: rate, trials: scores.impostor.count),
      let threshold = scores.threshold(forFalseMatchRate: rate)
    else { return figures(at: nil, target: rate, isSupported: false) }
    return figures(at: threshold, target: rate, isSupported: true)
  }

  func figures(at threshold: Double) -> ThresholdFigures {
    figures(at: threshold, target: nil, isSupported: true)
  }

  private func figures(at threshold: Double?, target: Double?, isSupported: Bool) -> ThresholdFigures {
    // Without a threshold nothing is claimed; the rates say only how many comparisons there are.
    let matches = threshold.map { scores.falseMatches(at: $0) } ?? Rate(events: 0, trials: scores.impostor.count)
    let misses = threshold.map { scores.falseNonMatches(at: $0) } ?? Rate(events: 0, trials: scores.genuine.count)
    return ThresholdFigures(
      target: target, threshold: threshold, falseMatches: matches, falseNonMatches: misses,
      falseAcceptances: Rate(
        events: matches.events, trials: matches.trials + impostors.failedImpostorCount),
      falseRejections: Rate(
        events: misses.events + genuines.failedGenuineCount,
        trials: misses.trials + genuines.failedGenuineCount),
      falseMatchInterval: threshold.flatMap { bootstrap.falseMatchInterval(at: $0) },
      falseNonMatchInterval: threshold.flatMap { bootstrap.falseNonMatchInterval(at: $0) },
      isSupported: isSupported)
  }
}
