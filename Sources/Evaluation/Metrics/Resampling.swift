/// Draws as many groups as there are, with replacement, many times over (Efron 1979, the bootstrap), and asks how much
/// a figure varies.
///
/// A group is what is independent of the others: a person with everything that was recorded of them.
public struct Resampling: Hashable, Sendable {
  public static let standardRounds = 1000
  public static let standardSeed: UInt64 = 20_240_501

  /// Number of groups.
  public let groupCount: Int

  /// How often all groups are drawn, one or more.
  public let rounds: Int

  /// Where the random numbers begin; the same seed gives the same draws on every machine.
  public let seed: UInt64

  /// Prepares drawing.
  ///
  /// - Parameters:
  ///   - groupCount: Negative numbers count as 0.
  ///   - rounds: At least 1; lower numbers count as 1.
  public init(
    groupCount: Int, rounds: Int = Resampling.standardRounds, seed: UInt64 = Resampling.standardSeed
  ) {
    self.groupCount = max(0, groupCount)
    self.rounds = max(1, rounds)
    self.seed = seed
  }

  /// How often each group was drawn in a round.
  ///
  /// Every round has a generator of its own: `SplitMix64` seeded by the output number `round` of the generator that is
  /// seeded by `seed`.
  public func weights(round: Int) -> [Int] {
    var weights = [Int](repeating: 0, count: groupCount)
    // The generator's state advances by the same step each time, so any of its outputs can be had at once.
    var rounds = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: round) &* 0x9E37_79B9_7F4A_7C15)
    var generator = SplitMix64(seed: rounds.next())
    for _ in 0..<groupCount { weights[generator.index(below: groupCount)] += 1 }
    return weights
  }

  /// The interval in which a figure lies in the middle part of the rounds (the percentile interval).
  ///
  /// - Parameters:
  ///   - confidence: The share of rounds in the interval.
  ///   - figure: Computes the figure from how often each group counts; nothing where the draw does not have it. Such
  ///     rounds do not count.
  /// - Returns: Nothing where no round has the figure.
  public func interval(
    confidence: Double = 0.95, of figure: ([Int]) -> Double?
  ) -> ConfidenceInterval? {
    Self.percentileInterval((0..<rounds).compactMap { figure(weights(round: $0)) }, confidence: confidence)
  }

  /// The interval of a rate of events whose trials fall into the groups.
  ///
  /// - Parameter counts: Events and trials of each group, `groupCount` of them.
  /// - Returns: Nothing where all trials or none had the event: draws cannot show what never happened, so only the
  ///   exact interval says something.
  public func interval(of counts: [Rate], confidence: Double = 0.95) -> ConfidenceInterval? {
    let events = counts.reduce(0) { $0 + $1.events }
    guard counts.count == groupCount, events > 0, events < counts.reduce(0, { $0 + $1.trials }) else {
      return nil
    }
    return interval(confidence: confidence) { Self.share(counts, $0) }
  }

  /// The share of events where each group counts so often.
  static func share(_ counts: [Rate], _ weights: [Int]) -> Double? {
    var (events, trials) = (0, 0)
    for (count, weight) in zip(counts, weights) {
      events += weight * count.events
      trials += weight * count.trials
    }
    return trials > 0 ? Double(events) / Double(trials) : nil
  }

  /// The interval that leaves out equal shares of the values at both ends; between two values it is interpolated
  /// linearly.
  static func percentileInterval(_ values: [Double], confidence: Double) -> ConfidenceInterval? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    func quantile(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let index = min(sorted.count - 1, max(0, Int(place)))
      let next = min(sorted.count - 1, index + 1)
      return sorted[index] + (sorted[next] - sorted[index]) * (place - Double(index))
    }
    let tail = (1 - (confidence > 0 && confidence < 1 ? confidence : 0.95)) / 2
    return ConfidenceInterval(lower: quantile(tail), upper: quantile(1 - tail))
  }
}
