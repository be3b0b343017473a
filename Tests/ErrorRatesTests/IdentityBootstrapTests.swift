import Testing

@testable import ErrorRates

@Suite("Bootstrap of identities")
struct IdentityBootstrapTests {
  @Test("The generator is the published one")
  func generator() {
    var generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test("Every round draws as many as there are, and differs from the others")
  func weights() {
    let resampling = Resampling(groupCount: 100, rounds: 50)
    let rounds = (0..<50).map { resampling.weights(round: $0) }
    #expect(rounds.allSatisfy { $0.reduce(0, +) == 100 })
    #expect(Set(rounds).count == 50)
    #expect(rounds[7] == resampling.weights(round: 7))
    #expect(Resampling(groupCount: 100, seed: 1).weights(round: 7) != rounds[7])
    #expect(Resampling(groupCount: 0).weights(round: 0).isEmpty)
    // 5,000 draws of one in a hundred each.
    for group in 0..<100 {
      let drawn = rounds.reduce(0) { $0 + $1[group] }
      #expect(drawn > 20 && drawn < 90)
    }
  }

  @Test("Every figure equals that of a plain computation with the same draws")
  func equalsPlainComputation() throws {
    let metrics = try MetricsExpectations.load()
    let bootstrap = try #require(
      IdentityBootstrap(
        genuine: metrics.genuine, impostor: metrics.impostor, resampling: metrics.resampling))
    let thresholds = metrics.thresholds
    let rates = metrics.falseMatchRates
    var statistics: [IdentityBootstrap.Statistic] = thresholds.map { .falseMatchRate(threshold: $0) }
    statistics += thresholds.map { .falseNonMatchRate(threshold: $0) }
    statistics += rates.map { .threshold(falseMatchRate: $0) }
    statistics += rates.map { .falseNonMatchRateAt(falseMatchRate: $0) }
    statistics += [.equalErrorRate]
    statistics += thresholds.map { .accuracy(threshold: $0) }
    let expected = metrics.bootstrap.intervals
    #expect(expected.count == statistics.count)
    for (statistic, (interval, expected)) in zip(
      statistics, zip(bootstrap.intervals(of: statistics), expected))
    {
      #expect(
        interval?.isNear(expected) == true, "\(statistic): \(String(describing: interval)), \(expected)")
    }
  }

  static let sampleStatistics: [IdentityBootstrap.Statistic] = [
    .falseMatchRate(threshold: 0.3), .falseMatchRate(threshold: 0.4), .falseNonMatchRate(threshold: 0.3),
    .falseNonMatchRate(threshold: 0.4), .threshold(falseMatchRate: 0.01), .threshold(falseMatchRate: 0.05),
  ]

  /// The extreme pairs of all: impostors from a score on, genuine pairs up to another.
  static func samples(
    _ metrics: MetricsExpectations, impostorsFrom floor: Float, genuinesTo ceiling: Float
  ) -> IdentityBootstrap? {
    let pairs = metrics.scoredSamplePairs
    let counts = metrics.samplesPerIdentity
    return IdentityBootstrap(
      people: .allPairs(pictures: counts),
      highestImpostors: pairs.filter { $0.first != $0.second && $0.score >= floor },
      lowestGenuines: pairs.filter { $0.first == $0.second && $0.score <= ceiling },
      resampling: Resampling(groupCount: counts.count, rounds: metrics.rounds))
  }

  @Test("All pairs of pictures need only their extremes", arguments: [(Float(-1), Float(1)), (0.1, 0.65)])
  func allAgainstAll(floor: Float, ceiling: Float) throws {
    let metrics = try MetricsExpectations.load()
    let bootstrap = try #require(Self.samples(metrics, impostorsFrom: floor, genuinesTo: ceiling))
    let intervals = bootstrap.intervals(of: Self.sampleStatistics)
    for (interval, expected) in zip(intervals, metrics.sampleBootstrap.intervals) {
      #expect(interval?.isNear(expected) == true, "\(String(describing: interval)), \(expected)")
    }
    #expect((bootstrap.interval(of: .equalErrorRate) != nil) == (floor == -1))
    #expect((bootstrap.interval(of: .accuracy(threshold: 0.3)) != nil))
  }

  @Test("What the listed pairs do not reach has no interval")
  func notListed() throws {
    let metrics = try MetricsExpectations.load()
    let bootstrap = try #require(Self.samples(metrics, impostorsFrom: 0.35, genuinesTo: 0.35))
    let intervals = bootstrap.intervals(of: Self.sampleStatistics)
    #expect(intervals.map { $0 != nil }.prefix(4) == [false, true, true, false])
    #expect(bootstrap.interval(of: .threshold(falseMatchRate: 0.9)) == nil)
    #expect(bootstrap.interval(of: .falseNonMatchRateAt(falseMatchRate: 0.9)) == nil)
    #expect(bootstrap.interval(of: .accuracy(threshold: 0.35)) == nil)
    let lowest = try #require(
      metrics.scoredSamplePairs.filter { $0.first != $0.second && $0.score >= 0.35 }
        .map(\.score).min())
    // More pairs of the lowest listed score may have been left out.
    #expect(bootstrap.interval(of: .falseMatchRate(threshold: Double(lowest))) == nil)
    #expect(bootstrap.interval(of: .falseMatchRate(threshold: Double(lowest).nextUp)) != nil)
  }

  @Test("An error that never happened has no interval, for draws cannot show it")
  func neverHappened() throws {
    let genuine = [ScoredPair(score: 0.8, first: 0, second: 0), ScoredPair(score: 0.9, first: 1, second: 1)]
    let impostor = [ScoredPair(score: 0.1, first: 0, second: 1)]
    let bootstrap = try #require(
      IdentityBootstrap(genuine: genuine, impostor: impostor, resampling: Resampling(groupCount: 2)))
    #expect(bootstrap.interval(of: .falseMatchRate(threshold: 0.5)) == nil)
    #expect(bootstrap.interval(of: .falseNonMatchRate(threshold: 0.5)) == nil)
    #expect(bootstrap.interval(of: .falseNonMatchRate(threshold: 0.85)) != nil)
    #expect(bootstrap.interval(of: .equalErrorRate) == nil)
    // Rounds that draw one identity twice have no impostor pair and do not count.
    #expect(
      bootstrap.interval(of: .threshold(falseMatchRate: 0))
        == ConfidenceInterval(lower: Double(Float(0.1).nextUp), upper: Double(Float(0.1).nextUp)))
    let alone = try #require(
      IdentityBootstrap(genuine: genuine, impostor: [], resampling: Resampling(groupCount: 2)))
    #expect(alone.interval(of: .threshold(falseMatchRate: 0)) == nil)
    #expect(alone.interval(of: .falseMatchRate(threshold: 0)) == nil)
  }

  @Test("Who takes no part is not drawn")
  func absentIdentities() throws {
    let metrics = try MetricsExpectations.load()
    let shifted = { (pairs: [ScoredPair]) in
      pairs.map { ScoredPair(score: $0.score, first: 3 * $0.first + 1, second: 3 * $0.second + 1) }
    }
    let bootstrap = try #require(
      IdentityBootstrap(
        genuine: shifted(metrics.genuine), impostor: shifted(metrics.impostor),
        resampling: Resampling(groupCount: 100, rounds: metrics.rounds)))
    #expect(bootstrap.resampling == metrics.resampling)
    let interval = try #require(
      bootstrap.interval(of: .falseMatchRate(threshold: metrics.thresholds[0])))
    #expect(interval.isNear(metrics.bootstrap.intervals[0]))
  }

  @Test("Identities that do not exist are refused")
  func unknownIdentities() {
    let resampling = Resampling(groupCount: 2)
    for pair in [ScoredPair(score: 0, first: 0, second: 2), ScoredPair(score: 0, first: -1, second: 0)] {
      #expect(IdentityBootstrap(genuine: [], impostor: [pair], resampling: resampling) == nil)
    }
    let none: [ScoredPair] = []
    #expect(
      IdentityBootstrap(
        people: .allPairs(pictures: [3, 0]), highestImpostors: [ScoredPair(score: 0, first: 0, second: 1)],
        lowestGenuines: none, resampling: resampling) == nil)
    for counts in [[1], [1, -1], [1, 1, 1]] {
      #expect(
        IdentityBootstrap(
          people: .allPairs(pictures: counts), highestImpostors: none, lowestGenuines: none,
          resampling: resampling)
          == nil)
    }
    #expect(
      IdentityBootstrap(
        people: .allPairs(pictures: [.max, .max]), highestImpostors: none, lowestGenuines: none,
        resampling: resampling
      )?
      .interval(of: .falseMatchRate(threshold: 0.5)) == nil)
  }

  @Test("Quantiles are interpolated as usual")
  func quantiles() {
    let interval = Resampling.percentileInterval([3, 1, 2, 5, 4], confidence: 0.5)
    #expect(interval == ConfidenceInterval(lower: 2, upper: 4))
    #expect(
      Resampling.percentileInterval([1, 2], confidence: 0.9)?.isNear(
        ConfidenceInterval(lower: 1.05, upper: 1.95)) == true)
    #expect(Resampling.percentileInterval([], confidence: 0.9) == nil)
  }
}
