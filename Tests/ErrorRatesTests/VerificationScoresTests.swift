import Testing

@testable import ErrorRates

@Suite("Error rates of verification")
struct VerificationScoresTests {
  /// Genuine: 0.25, 0.5, 0.5, 0.75. Impostor: −0.5, 0, 0.25, 0.5, 0.625.
  static let small = VerificationScores(
    genuine: ScoreDistribution(listed: [0.5, 0.25, 0.75, 0.5]),
    impostor: ScoreDistribution(listed: [0.5, 0, -0.5, 0.25, 0.625]))

  @Test("A few scores, counted by hand")
  func byHand() throws {
    let scores = Self.small
    #expect(scores.falseMatches(at: 0.5) == Rate(events: 2, trials: 5))
    #expect(scores.falseNonMatches(at: 0.5) == Rate(events: 1, trials: 4))
    #expect(scores.correctDecisions(at: 0.5) == Rate(events: 6, trials: 9))
    #expect(scores.threshold(forFalseMatchRate: 0) == Double(Float(0.625).nextUp))
    #expect(scores.threshold(forFalseMatchRate: 0.2) == Double(Float(0.5).nextUp))
    #expect(scores.threshold(forFalseMatchRate: 0.39) == Double(Float(0.5).nextUp))
    #expect(scores.threshold(forFalseMatchRate: 0.4) == Double(Float(0.25).nextUp))
    #expect(scores.threshold(forFalseMatchRate: 1) == -1)
    #expect(scores.threshold(forFalseMatchRate: 7) == -1)
    #expect(scores.threshold(forFalseNonMatchRate: 0) == 0.25)
    #expect(scores.threshold(forFalseNonMatchRate: 0.25) == 0.5)
    #expect(scores.threshold(forFalseNonMatchRate: 0.74) == 0.5)
    #expect(scores.threshold(forFalseNonMatchRate: 1) == nil)
    let point = try #require(scores.operatingPoint(forFalseMatchRate: 0.2))
    #expect(point.falseMatches == Rate(events: 1, trials: 5))
    #expect(point.falseNonMatches == Rate(events: 3, trials: 4))
    #expect(!point.isSupported)
    // Genuine 0.25: 2½ below of 5; 0.5: 3½; 0.75: 5.
    #expect(try #require(scores.areaUnderCurve).isNear((2.5 + 3.5 + 3.5 + 5) / 20))
    // At 0.5: false matches 0.4, false non-matches 0.25; at 0.625: 0.2 and 0.75.
    let equal = try #require(scores.equalErrorRate)
    #expect(equal.value.isNear(0.325) && equal.lower == 0.25 && equal.upper == 0.4 && equal.threshold == 0.5)
  }

  @Test("Without scores of a kind there are no rates")
  func empty() {
    let none = ScoreDistribution(listed: [])
    let scores = VerificationScores(genuine: none, impostor: none)
    #expect(scores.falseMatches(at: 0).value == nil)
    #expect(scores.threshold(forFalseMatchRate: 0.1) == nil)
    #expect(scores.threshold(forFalseNonMatchRate: 0.1) == nil)
    #expect(scores.equalErrorRate == nil && scores.areaUnderCurve == nil && scores.curve().isEmpty)
    #expect(Self.small.threshold(forFalseMatchRate: -0.1) == nil)
    #expect(Self.small.threshold(forFalseMatchRate: .nan) == nil)
  }

  @Test("Equal scores everywhere are a coin's toss; perfect ones and inverted ones are 0 and 1")
  func extremes() throws {
    func scores(_ genuine: [Float], _ impostor: [Float]) -> VerificationScores {
      VerificationScores(
        genuine: ScoreDistribution(listed: genuine), impostor: ScoreDistribution(listed: impostor))
    }
    let tied = scores([0.5, 0.5], [0.5])
    #expect(tied.areaUnderCurve == 0.5 && tied.equalErrorRate?.value == 0.5)
    let perfect = scores([0.5, 0.75], [0.25, 0])
    #expect(perfect.areaUnderCurve == 1 && perfect.equalErrorRate?.value == 0)
    #expect(perfect.equalErrorRate?.threshold == 0.5)
    let inverted = scores([0.25, 0], [0.5, 0.75])
    #expect(inverted.areaUnderCurve == 0 && inverted.equalErrorRate?.value == 1)
  }

  @Test("Area and equal error rate are those of scikit-learn and pyeer")
  func equalsOthers() throws {
    let metrics = try MetricsExpectations.load()
    let scores = metrics.scores
    #expect(try #require(scores.areaUnderCurve).isNear(metrics.areaUnderCurve))
    let equal = try #require(scores.equalErrorRate)
    let expected = metrics.equalErrorRate
    #expect(equal.value.isNear(expected.value))
    #expect(equal.lower.isNear(expected.lower) && equal.upper.isNear(expected.upper))
    #expect(equal.threshold == expected.threshold)
    for (rate, threshold) in zip(
      metrics.falseMatchRates, metrics.thresholdsAtRates)
    {
      #expect(scores.threshold(forFalseMatchRate: rate) == threshold)
    }
  }

  @Test("The curve is that of scikit-learn")
  func curve() throws {
    let metrics = try MetricsExpectations.load()
    let points = Array(metrics.scores.curve().reversed())
    let expected = metrics.curve
    #expect(points.count == expected.count)
    for (index, (point, expected)) in zip(points, expected).enumerated() {
      if index > 0 { #expect(point.threshold == expected[0]) }
      #expect(point.falseMatchRate.isNear(expected[1]))
      #expect((1 - point.falseNonMatchRate).isNear(expected[2]))
    }
  }

  @Test(
    "A thinned curve keeps its ends, its order and points of the full one", arguments: [-3, 2, 3, 10, 60])
  func thinnedCurve(count: Int) throws {
    let metrics = try MetricsExpectations.load()
    let full = metrics.scores.curve()
    let points = metrics.scores.curve(maximumPointCount: count)
    #expect(points.count <= max(2, count) && points.count >= max(2, count / 2))
    #expect(points.first == full.first && points.last == full.last)
    #expect(Set(points).isSubset(of: full))
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.threshold < $1.threshold })
  }

  @Test("Rates never move the wrong way along thresholds")
  func monotone() throws {
    let metrics = try MetricsExpectations.load()
    let points = metrics.scores.curve()
    #expect(points.first?.falseMatchRate == 1 && points.first?.falseNonMatchRate == 0)
    #expect(points.last?.falseMatchRate == 0 && points.last?.falseNonMatchRate == 1)
    for (point, next) in zip(points, points.dropFirst()) {
      #expect(point.falseMatchRate >= next.falseMatchRate)
      #expect(point.falseNonMatchRate <= next.falseNonMatchRate)
      #expect(point.threshold < next.threshold)
    }
  }

  @Test("A threshold found for a rate keeps it, and the next lower one does not", arguments: [false, true])
  func thresholdIsLowest(isBinned: Bool) throws {
    let metrics = try MetricsExpectations.load()
    let scores = isBinned ? try Self.binned(metrics.scores) : metrics.scores
    let impostors = scores.impostor.count
    for events in 0...impostors {
      let rate = Double(events) / Double(impostors)
      let threshold = try #require(scores.threshold(forFalseMatchRate: rate))
      #expect(scores.falseMatches(at: threshold).events <= events)
      let lower = isBinned ? threshold - ScoreDistributionTests.unit : Double(Float(threshold).nextDown)
      if lower >= -1 { #expect(scores.falseMatches(at: lower).events > events) }
      let highest = scores.threshold(forFalseNonMatchRate: rate)
      if let highest {
        #expect(try #require(scores.falseNonMatches(at: highest).value) <= rate)
        let higher = isBinned ? highest + ScoreDistributionTests.unit : highest.nextUp
        #expect(try #require(scores.falseNonMatches(at: higher).value) > rate)
      } else {
        #expect(events == impostors)
      }
    }
  }

  @Test("Counts on the grid are the rates of scores rounded down to it")
  func binned() throws {
    let metrics = try MetricsExpectations.load()
    let listed = metrics.scores
    let binned = try Self.binned(listed)
    for index in stride(from: 0, to: ScoreGrid.count, by: 7) {
      let threshold = ScoreGrid.threshold(index)
      #expect(binned.falseMatches(at: threshold) == listed.falseMatches(at: threshold))
      #expect(binned.falseNonMatches(at: threshold) == listed.falseNonMatches(at: threshold))
    }
    let rounded = { (pairs: [ScoredPair]) in
      ScoreDistribution(listed: pairs.map { ($0.score * 4096).rounded(.down) / 4096 })
    }
    let coarse = VerificationScores(
      genuine: rounded(metrics.genuine), impostor: rounded(metrics.impostor))
    #expect(binned.equalErrorRate == coarse.equalErrorRate)
    #expect(binned.areaUnderCurve == coarse.areaUnderCurve)
    #expect(binned.curve().dropLast() == coarse.curve().dropLast())
    #expect(binned.curve().last?.falseNonMatchRate == 1)
    #expect(binned.threshold(forFalseMatchRate: 0.05).map { ($0 * 4096).rounded() == $0 * 4096 } == true)
  }

  @Test("Where one kind has only counts, both are taken on the grid")
  func mixed() throws {
    let metrics = try MetricsExpectations.load()
    let listed = metrics.scores
    let mixed = VerificationScores(
      genuine: listed.genuine, impostor: try #require(listed.impostor.counted))
    #expect(mixed.genuine.listedScores == nil)
    #expect(try mixed.equalErrorRate == Self.binned(listed).equalErrorRate)
  }

  @Test("Impostors with a score of 1 leave no threshold of the grid for a rate of 0")
  func unreachable() throws {
    let scores = VerificationScores(
      genuine: ScoreDistribution(listed: [1]), impostor: ScoreDistribution(listed: [1, 0.5]))
    #expect(scores.threshold(forFalseMatchRate: 0) == Double(Float(1).nextUp))
    #expect(try Self.binned(scores).threshold(forFalseMatchRate: 0) == nil)
    #expect(try Self.binned(scores).threshold(forFalseMatchRate: 0.5) == 0.5 + ScoreDistributionTests.unit)
  }

  @Test("Decimal rates allow exactly the events that they mean")
  func decimalRates() {
    #expect(VerificationScores.eventsAllowed(by: 1e-3, of: 3000) == 3)
    #expect(VerificationScores.eventsAllowed(by: 1e-5, of: 300_000) == 3)
    #expect(VerificationScores.eventsAllowed(by: 0.29, of: 100) == 29)
    #expect(VerificationScores.eventsAllowed(by: 0.57, of: 100) == 57)
    #expect(VerificationScores.eventsAllowed(by: 1e-6, of: 2_999_999) == 2)
    #expect(VerificationScores.eventsAllowed(by: 1e-6, of: 10_000_000_000) == 10_000)
  }

  static func binned(_ scores: VerificationScores) throws -> VerificationScores {
    VerificationScores(
      genuine: try #require(scores.genuine.counted),
      impostor: try #require(scores.impostor.counted))
  }
}
