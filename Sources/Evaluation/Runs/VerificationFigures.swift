import ErrorRates

/// What a verification gives at one threshold.
package struct ThresholdFigures: Sendable {
  /// The false-match rate that the threshold was chosen for; `nil` where it was given.
  package let target: Double?
  /// `nil` where no threshold keeps the target, or too few comparisons support it.
  package let threshold: Double?
  /// Impostor comparisons that match.
  package let falseMatches: Rate
  /// Genuine comparisons that do not match.
  package let falseNonMatches: Rate
  /// The same, with comparisons that a failure to acquire prevented counted as refused: FAR and FRR.
  package let falseAcceptances: Rate
  package let falseRejections: Rate
  /// Intervals of 95 % from drawing people with replacement, because comparisons share them; `nil` where they cannot be
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
  /// Figures at the threshold at which the model pack decides; `nil` where it has no operating points.
  package let decision: ThresholdFigures?
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
    package let decision: ThresholdFigures?
  }

  /// Computes all figures.
  ///
  /// - Parameters:
  ///   - data: What was compared.
  ///   - scored: The protocol's own scores.
  ///   - people: Scores of people against people; `nil` where there are none.
  ///   - rates: False-match rates to report.
  ///   - decisionThreshold: The threshold at which the model pack decides; `nil` where it has no operating points.
  package init(
    _ data: VerificationData, _ scored: VerificationScored, people: VerificationScored?, rates: [Double],
    decisionThreshold: Double?
  ) {
    self.scored = scored
    let resampling = Resampling(groupCount: data.identities.count)
    let bootstrap = scored.bootstrap(of: data, resampling)
    let judge = ThresholdJudge(
      scores: scored.scores, impostors: scored, genuines: scored, impostorBootstrap: bootstrap,
      genuineBootstrap: bootstrap)
    (operatingPoints, decision) = judge.figures(forRates: rates, andAt: decisionThreshold)
    accuracy = scored.comparisons.flatMap { comparisons in
      let pairs = comparisons.compactMap { comparison in
        comparison.fold.map {
          FoldPair(score: comparison.score, isGenuine: comparison.isGenuine, fold: $0)
        }
      }
      return pairs.count == comparisons.count ? FoldAccuracy(pairs) : nil
    }
    equalErrorRate = scored.scores.equalErrorRate
    equalErrorRateInterval = bootstrap?.intervals(of: [.equalErrorRate])[0]
    areaUnderCurve = scored.scores.areaUnderCurve
    self.people = people.map { people in
      let scores = VerificationScores(genuine: scored.scores.genuine, impostor: people.scores.impostor)
      let judge = ThresholdJudge(
        scores: scores, impostors: people, genuines: scored,
        impostorBootstrap: people.bootstrap(of: data, resampling), genuineBootstrap: bootstrap)
      let (figures, decision) = judge.figures(forRates: rates, andAt: decisionThreshold)
      return PeopleFigures(
        scored: people, scores: scores, count: people.people.participantCount,
        operatingPoints: figures, decision: decision)
    }
  }
}

extension VerificationScored {
  /// Draws of the people who took part.
  fileprivate func bootstrap(of data: VerificationData, _ resampling: Resampling) -> IdentityBootstrap? {
    let genuine = pairs(lowestGenuines, of: data)
    let impostor = pairs(highestImpostors, of: data)
    if comparisons != nil {
      return IdentityBootstrap(genuine: genuine, impostor: impostor, resampling: resampling)
    }
    return IdentityBootstrap(
      people: people, highestImpostors: impostor, lowestGenuines: genuine,
      resampling: resampling)
  }
}

/// Reads rates off scores at thresholds.
private struct ThresholdJudge {
  let scores: VerificationScores
  let impostors: VerificationScored
  let genuines: VerificationScored
  let impostorBootstrap: IdentityBootstrap?
  let genuineBootstrap: IdentityBootstrap?

  /// The figures for each rate, and those at a threshold.
  func figures(
    forRates rates: [Double], andAt decision: Double?
  ) -> ([ThresholdFigures], decision: ThresholdFigures?) {
    let chosen = rates.map { rate in
      RuleOfThree.isSupported(rate: rate, trials: scores.impostor.count)
        ? scores.gridThreshold(forFalseMatchRate: rate) : nil
    }
    let thresholds = chosen + [decision]
    let known = thresholds.compactMap { $0 }
    let matchIntervals = impostorBootstrap?.intervals(of: known.map { .falseMatchRate(threshold: $0) })
    let missIntervals = genuineBootstrap?.intervals(of: known.map { .falseNonMatchRate(threshold: $0) })
    var place = 0
    var judged = thresholds.enumerated().map { index, threshold in
      let target = index < rates.count ? rates[index] : nil
      guard let threshold else { return unknown(target) }
      defer { place += 1 }
      return figures(
        at: threshold, target: target, matchInterval: matchIntervals?[place],
        missInterval: missIntervals?[place])
    }
    let last = judged.removeLast()
    return (judged, decision == nil ? nil : last)
  }

  private func figures(
    at threshold: Double, target: Double?, matchInterval: ConfidenceInterval?,
    missInterval: ConfidenceInterval?
  ) -> ThresholdFigures {
    let (matches, misses) = (scores.falseMatches(at: threshold), scores.falseNonMatches(at: threshold))
    return ThresholdFigures(
      target: target, threshold: threshold, falseMatches: matches, falseNonMatches: misses,
      falseAcceptances: Rate(events: matches.events, trials: matches.trials + impostors.failedImpostorCount),
      falseRejections: Rate(
        events: misses.events + genuines.failedGenuineCount,
        trials: misses.trials + genuines.failedGenuineCount),
      falseMatchInterval: matchInterval, falseNonMatchInterval: missInterval, isSupported: true)
  }

  /// No threshold is chosen, so nothing is claimed but how many comparisons there are.
  private func unknown(_ target: Double?) -> ThresholdFigures {
    let matches = Rate(events: 0, trials: scores.impostor.count)
    let misses = Rate(events: 0, trials: scores.genuine.count)
    return ThresholdFigures(
      target: target, threshold: nil, falseMatches: matches, falseNonMatches: misses,
      falseAcceptances: matches, falseRejections: misses, falseMatchInterval: nil,
      falseNonMatchInterval: nil,
      isSupported: target.map { RuleOfThree.isSupported(rate: $0, trials: matches.trials) } ?? false)
  }
}
