/// All presentations of a test of a detector of presentation attacks, and the error rates that follow from them
/// (ISO/IEC 30107-3). What scores at least the threshold is taken for bona fide.
public struct PresentationScores: Sendable {
  /// The presentations of one kind.
  private struct Group: Sendable {
    /// By rising score.
    let scores: [Double]
    let nonResponses: Int

    var count: Int { scores.count + nonResponses }

    init(_ presentations: [Presentation]) {
      scores = presentations.compactMap(\.score).sorted()
      nonResponses = presentations.count - scores.count
    }

    func countAtOrAbove(_ threshold: Double) -> Int {
      threshold.isNaN ? 0 : scores.count - scores.firstPosition { $0 >= threshold }
    }
  }

  public let presentations: [Presentation]

  /// Every species of attack in alphabetical order.
  public let species: [String]

  private let bonaFide: Group
  private let attacks: [String: Group]
  /// Every different score by rising score, and one above them.
  private let thresholds: [Double]

  public init(_ presentations: [Presentation]) {
    self.presentations = presentations
    bonaFide = Group(presentations.filter { $0.kind == .bonaFide })
    var attacks: [String: [Presentation]] = [:]
    for presentation in presentations {
      if case .attack(let species) = presentation.kind { attacks[species, default: []].append(presentation) }
    }
    self.attacks = attacks.mapValues(Group.init)
    species = attacks.keys.sorted()
    let scores = Set(presentations.compactMap(\.score)).sorted()
    thresholds = scores + (scores.last.map { [$0.nextUp] } ?? [])
  }

  /// The error rates at a threshold.
  public func rates(at threshold: Double) -> PresentationAttackRates {
    PresentationAttackRates(
      threshold: threshold,
      attackErrors: attacks.mapValues { Rate(events: $0.countAtOrAbove(threshold), trials: $0.count) },
      bonaFideErrors: Rate(
        events: bonaFide.scores.count - bonaFide.countAtOrAbove(threshold), trials: bonaFide.scores.count),
      attackNonResponses: attacks.mapValues { Rate(events: $0.nonResponses, trials: $0.count) },
      bonaFideNonResponses: Rate(events: bonaFide.nonResponses, trials: bonaFide.count))
  }

  /// The error rates at the lowest threshold, a score or just above the highest one, at which no species has an APCER
  /// above `rate`. Its BPCER at 0.1, 0.05 and 0.01 is what the field calls BPCER10, BPCER20 and BPCER100.
  ///
  /// - Returns: `nil` without attacks or without bona fide responses, and for a rate below 0.
  public func rates(forAttackError rate: Double) -> PresentationAttackRates? {
    guard !attacks.isEmpty, !bonaFide.scores.isEmpty, rate >= 0 else { return nil }
    let position = thresholds.firstPosition { (highestAttackError(at: $0) ?? 0) <= rate }
    return rates(at: thresholds[position])
  }

  /// The error rate where the highest APCER of a species and BPCER are equal (D-EER), defined between scores as for
  /// `VerificationScores.equalErrorRate`.
  ///
  /// - Returns: `nil` without attacks or without bona fide responses.
  public var equalErrorRate: EqualErrorRate? {
    guard !attacks.isEmpty, !bonaFide.scores.isEmpty else { return nil }
    let position = thresholds.firstPosition {
      let point = point(at: $0)
      return point.falseMatchRate <= point.falseNonMatchRate
    }
    return EqualErrorRate(
      before: position > 0 ? point(at: thresholds[position - 1]) : nil, after: point(at: thresholds[position])
    )
  }

  private func highestAttackError(at threshold: Double) -> Double? {
    attacks.values.map { Double($0.countAtOrAbove(threshold)) / Double($0.count) }.max()
  }

  private func point(at threshold: Double) -> VerificationCurvePoint {
    VerificationCurvePoint(
      threshold: threshold, falseMatchRate: highestAttackError(at: threshold) ?? 0,
      falseNonMatchRate: Double(bonaFide.scores.count - bonaFide.countAtOrAbove(threshold))
        / Double(bonaFide.scores.count))
  }
}
