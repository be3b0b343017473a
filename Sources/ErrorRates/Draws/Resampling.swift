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

  /// The interval in which a rate lies in the middle part of the rounds (the percentile interval).
  ///
  /// - Parameters:
  ///   - confidence: The share of rounds in the interval.
  ///   - rate: Computes the rate, 0…1, from how often each group counts; `nil` where the draw has no trials. Such
  ///     rounds do not count.
  /// - Returns: `nil` where no round has trials, and where the rate is 0 in every round or 1 in every round: draws
  ///   cannot show what never happened, so only the exact interval says something.
  public func interval(confidence: Double = 0.95, ofRate rate: ([Int]) -> Double?) -> ConfidenceInterval? {
    Self.interval(ofRates: (0..<rounds).compactMap { rate(weights(round: $0)) }, confidence: confidence)
  }

  /// The interval of a rate of events whose trials fall into the groups, under the same conditions.
  ///
  /// - Parameter counts: Events and trials of each group.
  /// - Returns: `nil` also where there are not `groupCount` of them.
  public func interval(of counts: [Rate], confidence: Double = 0.95) -> ConfidenceInterval? {
    guard counts.count == groupCount else { return nil }
    return interval(confidence: confidence, ofRate: GroupedRate(counts).share)
  }

  /// The percentile interval of the rates of all rounds, under the same conditions.
  static func interval(ofRates rates: [Double], confidence: Double) -> ConfidenceInterval? {
    guard rates.contains(where: { $0 != 0 }), rates.contains(where: { $0 != 1 }) else { return nil }
    return percentileInterval(rates, confidence: confidence)
  }

  /// The interval that leaves out equal shares of the values at both ends; between two values it is interpolated
  /// linearly.
  ///
  /// - Returns: `nil` without a value.
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
