/// The error rates of one draw of identities.
struct BootstrapDraw {
  enum Outcome {
    case value(Double)
    /// Nobody who was drawn has such pairs.
    case noTrials
    /// The pairs that decide are not among those listed.
    case notListed
  }

  private let source: IdentityBootstrap
  private let genuineSums: [Int]
  private let impostorSums: [Int]
  private let totals: PairTotals

  /// - Parameter statistics: The figures that will be asked for; pairs that none of them needs are not added up.
  init(_ source: IdentityBootstrap, weights: [Int], for statistics: [IdentityBootstrap.Statistic]) {
    self.source = source
    genuineSums = statistics.contains { $0.countsGenuine } ? source.genuine.sums(weights) : []
    impostorSums = statistics.contains { $0.countsImpostor } ? source.impostor.sums(weights) : []
    totals =
      source.people.map { $0.totals(weights) }
      ?? PairTotals(genuine: Self.last(genuineSums), impostor: Self.last(impostorSums))
  }

  func outcome(of statistic: IdentityBootstrap.Statistic) -> Outcome {
    switch statistic {
    case .falseMatchRate(let threshold):
      share(falseMatches(threshold), of: totals.impostor)
    case .falseNonMatchRate(let threshold):
      share(falseNonMatches(threshold), of: totals.genuine)
    case .threshold(let rate):
      threshold(rate)
    case .falseNonMatchRateAt(let rate):
      switch threshold(rate) {
      case .value(let threshold): share(falseNonMatches(threshold), of: totals.genuine)
      case let other: other
      }
    case .equalErrorRate:
      equalErrorRate
    case .accuracy(let threshold):
      accuracy(threshold)
    }
  }

  private func falseMatches(_ threshold: Double) -> Int? {
    let scores = source.impostor.scores
    guard source.impostor.isComplete || scores.last.map({ Double($0) < threshold }) == true else {
      return nil
    }
    return impostorSums[scores.firstPosition { !(Double($0) >= threshold) }]
  }

  private func falseNonMatches(_ threshold: Double) -> Int? {
    let scores = source.genuine.scores
    guard source.genuine.isComplete || scores.last.map({ Double($0) >= threshold }) == true else {
      return nil
    }
    return genuineSums[scores.firstPosition { Double($0) >= threshold }]
  }

  private func share(_ events: Int?, of trials: Double) -> Outcome {
    guard let events else { return .notListed }
    return trials > 0 ? .value(Double(events) / trials) : .noTrials
  }

  private func threshold(_ rate: Double) -> Outcome {
    guard totals.impostor > 0 else { return .noTrials }
    let scores = source.impostor.scores
    // The first pair with which there are too many matches; the sums begin with that of no pair.
    let position = impostorSums.firstPosition { Double($0) / totals.impostor > rate }
    if position > 0, position <= scores.count { return .value(Double(scores[position - 1].nextUp)) }
    return source.impostor.isComplete ? .value(Double(min(-1, scores.last ?? -1))) : .notListed
  }

  private var equalErrorRate: Outcome {
    let steps = source.steps
    guard !steps.isEmpty else { return .notListed }
    guard totals.genuine > 0, totals.impostor > 0 else { return .noTrials }
    func point(_ index: Int) -> VerificationCurvePoint {
      VerificationCurvePoint(
        threshold: Double(index),
        falseMatchRate: Double(impostorSums[steps[index].impostorAtOrAbove]) / totals.impostor,
        falseNonMatchRate: Double(genuineSums[steps[index].genuineBelow]) / totals.genuine)
    }
    let crossing = steps.indices.firstPosition {
      let point = point($0)
      return point.falseMatchRate <= point.falseNonMatchRate
    }
    return .value(
      EqualErrorRate(before: crossing > 0 ? point(crossing - 1) : nil, after: point(crossing)).value)
  }

  private func accuracy(_ threshold: Double) -> Outcome {
    guard let falseMatches = falseMatches(threshold), let falseNonMatches = falseNonMatches(threshold) else {
      return .notListed
    }
    let trials = totals.genuine + totals.impostor
    return trials > 0 ? .value(1 - Double(falseMatches + falseNonMatches) / trials) : .noTrials
  }

  private static func last(_ sums: [Int]) -> Double { Double(sums.last ?? 0) }
}

extension IdentityBootstrap.Statistic {
  /// Whether genuine pairs have a part in it.
  fileprivate var countsGenuine: Bool {
    switch self {
    case .falseMatchRate, .threshold: false
    case .falseNonMatchRate, .falseNonMatchRateAt, .equalErrorRate, .accuracy: true
    }
  }

  /// Whether impostor pairs have a part in it.
  fileprivate var countsImpostor: Bool {
    switch self {
    case .falseNonMatchRate: false
    case .falseMatchRate, .threshold, .falseNonMatchRateAt, .equalErrorRate, .accuracy: true
    }
  }
}

/// How many pairs of each kind there are among pictures.
struct PairTotals {
  let genuine: Double
  let impostor: Double

  init(genuine: Double, impostor: Double) {
    self.genuine = genuine
    self.impostor = impostor
  }

  /// All pairs where each identity counts so often, copies of one identity not being paired.
  init(_ samplesPerIdentity: [Int], _ weights: [Int]) {
    var (genuine, sum, squares) = (0.0, 0.0, 0.0)
    for (samples, weight) in zip(samplesPerIdentity, weights) {
      let (samples, weight) = (Double(samples), Double(weight))
      genuine += weight * samples * (samples - 1) / 2
      sum += weight * samples
      squares += weight * samples * weight * samples
    }
    self.init(genuine: genuine, impostor: (sum * sum - squares) / 2)
  }
}
