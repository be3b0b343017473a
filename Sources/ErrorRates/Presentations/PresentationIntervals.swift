/// How much error rates of a detector of presentation attacks vary with the subjects who took part: percentile
/// intervals over draws of subjects with replacement, for presentations of one subject are not independent.
///
/// Each is `nil` where the event never happened, or always did: draws cannot show what never happened, so only the
/// exact interval says something.
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
  /// - Returns: `nil` where some presentation's subject is not known, and where there is none.
  public func subjectIntervals(
    at threshold: Double, rounds: Int = Resampling.standardRounds, seed: UInt64 = Resampling.standardSeed,
    confidence: Double = 0.95
  ) -> PresentationIntervals? {
    let names = Set(presentations.compactMap(\.subject)).sorted()
    guard !names.isEmpty, presentations.allSatisfy({ $0.subject != nil }) else { return nil }
    let positions = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    var bonaFide = GroupedRate()
    var attacks: [String: GroupedRate] = [:]
    for presentation in presentations {
      guard let group = presentation.subject.flatMap({ positions[$0] }) else { continue }
      let isAccepted = presentation.score.map { $0 >= threshold }
      switch presentation.kind {
      case .bonaFide:
        if let isAccepted { bonaFide.add(!isAccepted, group: group) }
      case .attack(let species):
        attacks[species, default: GroupedRate()].add(isAccepted ?? false, group: group)
      }
    }
    let resampling = Resampling(groupCount: names.count, rounds: rounds, seed: seed)
    let groups = Array(attacks.values)
    let highest = { (weights: [Int]) in groups.compactMap { $0.share(weights) }.max() }
    return PresentationIntervals(
      attackErrors: attacks.compactMapValues {
        resampling.interval(confidence: confidence, ofRate: $0.share)
      },
      highestAttackError: resampling.interval(confidence: confidence, ofRate: highest),
      bonaFideErrors: resampling.interval(confidence: confidence, ofRate: bonaFide.share),
      averageError: resampling.interval(confidence: confidence) { weights in
        guard let attack = highest(weights), let error = bonaFide.share(weights) else { return nil }
        return (attack + error) / 2
      },
      subjects: names.count)
  }
}
