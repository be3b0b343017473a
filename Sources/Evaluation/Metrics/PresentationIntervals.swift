/// How much error rates of a detector of presentation attacks vary with the subjects who took part: percentile
/// intervals over draws of subjects with replacement, for presentations of one subject are not independent.
///
/// Each is nothing where the event never happened or always did, see `Resampling.interval(of:confidence:)`.
public struct PresentationIntervals: Hashable, Sendable {
  /// Of APCER by species.
  public let attackErrors: [String: ConfidenceInterval]

  /// Of the highest APCER of a species.
  public let highestAttackError: ConfidenceInterval?

  /// Of BPCER.
  public let bonaFideErrors: ConfidenceInterval?

  /// Of ACER.
  public let averageError: ConfidenceInterval?

  /// Number of subjects.
  public let subjects: Int
}

extension PresentationScores {
  /// Draws subjects, those of bona fide presentations and of attacks together.
  ///
  /// - Returns: Nothing where some presentation's subject is not known, and where there is none.
  public func subjectIntervals(
    at threshold: Double, rounds: Int = Resampling.standardRounds, seed: UInt64 = Resampling.standardSeed,
    confidence: Double = 0.95
  ) -> PresentationIntervals? {
    let names = Set(presentations.compactMap(\.subject)).sorted()
    guard !names.isEmpty, presentations.allSatisfy({ $0.subject != nil }) else { return nil }
    let positions = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let none = [Rate](repeating: Rate(events: 0, trials: 0), count: names.count)
    var bonaFide = none
    var attacks: [String: [Rate]] = [:]
    for presentation in presentations {
      guard let position = presentation.subject.flatMap({ positions[$0] }) else { continue }
      let isAccepted = presentation.score.map { $0 >= threshold }
      switch presentation.kind {
      case .bonaFide:
        if let isAccepted { bonaFide[position] = bonaFide[position].adding(!isAccepted) }
      case .attack(let species):
        attacks[species, default: none][position] =
          attacks[species, default: none][position].adding(isAccepted ?? false)
      }
    }
    let resampling = Resampling(groupCount: names.count, rounds: rounds, seed: seed)
    let rates = rates(at: threshold)
    let highest = { (weights: [Int]) in attacks.values.compactMap { Resampling.share($0, weights) }.max() }
    let highestInterval =
      (rates.highestAttackError ?? 0) > 0
      ? resampling.interval(confidence: confidence, of: highest) : nil
    return PresentationIntervals(
      attackErrors: attacks.compactMapValues { resampling.interval(of: $0, confidence: confidence) },
      highestAttackError: highestInterval,
      bonaFideErrors: resampling.interval(of: bonaFide, confidence: confidence),
      averageError: (rates.averageError ?? 0) > 0
        ? resampling.interval(confidence: confidence) { weights in
          guard let attack = highest(weights), let error = Resampling.share(bonaFide, weights) else {
            return nil
          }
          return (attack + error) / 2
        } : nil, subjects: names.count)
  }
}

extension Rate {
  /// With one trial more.
  func adding(_ hasEvent: Bool) -> Rate {
    Rate(events: events + (hasEvent ? 1 : 0), trials: trials + 1)
  }
}
