/// The genuine and the impostor scores of a verification test, and the error rates that follow from them
/// (ISO/IEC 19795-1). A comparison matches when its score is at least the threshold.
///
/// Where one of the two is known only by its counts on the grid, both are taken on the grid.
public struct VerificationScores: Sendable {
  /// Scores of two pictures of one person.
  public let genuine: ScoreDistribution

  /// Scores of two pictures of different people.
  public let impostor: ScoreDistribution

  public init(genuine: ScoreDistribution, impostor: ScoreDistribution) {
    let isListed = genuine.listedScores != nil && impostor.listedScores != nil
    self.genuine = isListed ? genuine : genuine.onGrid
    self.impostor = isListed ? impostor : impostor.onGrid
  }

  /// Impostor comparisons that match: the false-match rate (FMR).
  public func falseMatches(at threshold: Double) -> Rate {
    Rate(events: impostor.countAtOrAbove(threshold), trials: impostor.count)
  }

  /// Genuine comparisons that do not match: the false non-match rate (FNMR). TAR or TMR is 1 − FNMR.
  public func falseNonMatches(at threshold: Double) -> Rate {
    Rate(events: genuine.count - genuine.countAtOrAbove(threshold), trials: genuine.count)
  }

  /// Comparisons that are decided correctly.
  public func correctDecisions(at threshold: Double) -> Rate {
    Rate(
      events: genuine.countAtOrAbove(threshold) + impostor.count - impostor.countAtOrAbove(threshold),
      trials: genuine.count + impostor.count)
  }

  /// The lowest threshold at which the false-match rate is at most `rate`.
  ///
  /// Of listed scores it lies just above the first score that must not match: at the next `Float`, which is above 1
  /// if a score of 1 must not match. On the grid it is the lowest threshold of the grid.
  ///
  /// - Returns: `nil` without an impostor score, for a rate below 0, and where no threshold of the grid is high
  ///   enough.
  public func threshold(forFalseMatchRate rate: Double) -> Double? {
    guard impostor.count > 0, rate >= 0 else { return nil }
    return impostor.lowestThreshold(reachedByAtMost: Self.eventsAllowed(by: rate, of: impostor.count))
  }

  /// The lowest threshold of the grid at which the false-match rate is at most `rate`: a multiple of 1/4096, so that
  /// counts on the grid, sliders and tables all speak of the same threshold.
  ///
  /// - Returns: `nil` without an impostor score, for a rate below 0, and where no threshold of the grid is high
  ///   enough.
  public func gridThreshold(forFalseMatchRate rate: Double) -> Double? {
    guard let threshold = threshold(forFalseMatchRate: rate) else { return nil }
    let steps = Double(ScoreGrid.stepsPerUnit)
    let moved = (threshold * steps).rounded(.up) / steps
    return moved <= 1 ? moved : nil
  }

  /// The highest threshold at which the false non-match rate is at most `rate`; at 0 the false-match rate there is
  /// what the field calls ZeroFNMR.
  ///
  /// - Returns: `nil` without a genuine score, and for a rate below 0 or at least 1.
  public func threshold(forFalseNonMatchRate rate: Double) -> Double? {
    guard genuine.count > 0, rate >= 0 else { return nil }
    return genuine.highestThreshold(missedByAtMost: Self.eventsAllowed(by: rate, of: genuine.count))
  }

  /// What is measured at the lowest threshold at which the false-match rate is at most `rate`.
  ///
  /// Its false non-match rate at 0.1, 0.05, 0.01, 0.001 and 0 is what the field calls FMR10, FMR20, FMR100, FMR1000
  /// and ZeroFMR. pyeer takes the threshold whose false-match rate is *nearest* to the rate, which may exceed it, and
  /// knows no threshold above the highest score.
  public func operatingPoint(forFalseMatchRate rate: Double) -> MeasuredOperatingPoint? {
    guard let threshold = threshold(forFalseMatchRate: rate) else { return nil }
    return MeasuredOperatingPoint(
      requestedRate: rate, threshold: threshold, falseMatches: falseMatches(at: threshold),
      falseNonMatches: falseNonMatches(at: threshold))
  }

  /// The most events of so many trials whose share, as a `Double`, is at most `rate`.
  static func eventsAllowed(by rate: Double, of trials: Int) -> Int {
    guard rate < 1 else { return trials }
    // The product may be rounded over a whole number in either direction; the quotient decides.
    var events = Int(rate * Double(trials))
    while events > 0, Double(events) / Double(trials) > rate { events -= 1 }
    while events < trials, Double(events + 1) / Double(trials) <= rate { events += 1 }
    return events
  }
}

/// A threshold chosen for a false-match rate, with what was measured at it.
public struct MeasuredOperatingPoint: Hashable, Sendable {
  /// The highest false-match rate that was allowed.
  public let requestedRate: Double

  /// The lowest score that counts as a match.
  public let threshold: Double

  public let falseMatches: Rate
  public let falseNonMatches: Rate

  public init(requestedRate: Double, threshold: Double, falseMatches: Rate, falseNonMatches: Rate) {
    self.requestedRate = requestedRate
    self.threshold = threshold
    self.falseMatches = falseMatches
    self.falseNonMatches = falseNonMatches
  }

  /// Whether there are enough impostor comparisons to say anything about the requested rate; see `RuleOfThree`.
  public var isSupported: Bool {
    RuleOfThree.isSupported(rate: requestedRate, trials: falseMatches.trials)
  }
}
