import ErrorRates
import Testing

@Suite("Choosing thresholds")
struct ThresholdChoiceTests {
  private static let genuine: [Float] = (0..<60).map { Float(($0 * 37) % 100) / 100 }
  private static let impostor: [Float] = (0..<300).map { Float(($0 * 53) % 311) / 311 - 0.4 }

  private static func scores(_ genuine: [Float], _ impostor: [Float]) -> ThresholdScores {
    ThresholdScores(
      VerificationScores(
        genuine: ScoreDistribution(listed: genuine), impostor: ScoreDistribution(listed: impostor)))
  }

  @Test(
    "The lowest multiple of 1/4096 that keeps the rate, counted by hand", arguments: [0.01, 0.05, 0.1, 0.5])
  func rate(_ rate: Double) throws {
    let scores = Self.scores(Self.genuine, Self.impostor)
    let choice = try ThresholdChoice.choices([.falseMatchRate(rate)], on: scores, verifiedOn: scores)[0]
    let matches = { (threshold: Double) in Self.impostor.count { Double($0) >= threshold } }
    #expect((choice.threshold * 4096).rounded() == choice.threshold * 4096)
    #expect(Double(matches(choice.threshold)) <= rate * 300)
    #expect(Double(matches(choice.threshold - 1.0 / 4096)) > rate * 300)
    #expect(choice.chosen.falseMatches == Rate(events: matches(choice.threshold), trials: 300))
    let misses = Self.genuine.count { Double($0) < choice.threshold }
    #expect(choice.chosen.falseNonMatches == Rate(events: misses, trials: 60))
    #expect(choice.verified?.falseMatches == choice.chosen.falseMatches)
    #expect(choice.chosen.falseMatchInterval == nil)
  }

  @Test(
    "The threshold of least cost, against all others",
    arguments: [(1.0, 1.0, 0.5), (100, 1, 0.01), (1, 20, 0.9)])
  func cost(_ falseMatch: Double, _ falseNonMatch: Double, _ share: Double) throws {
    let costs = try #require(
      DecisionCosts(falseMatch: falseMatch, falseNonMatch: falseNonMatch, impostorShare: share))
    let scores = Self.scores(Self.genuine, Self.impostor)
    let choice = try ThresholdChoice.choices([.cost(costs)], on: scores, verifiedOn: nil)[0]
    func cost(_ threshold: Double) -> Double {
      let matches = Double(Self.impostor.count { Double($0) >= threshold }) / 300
      let misses = Double(Self.genuine.count { Double($0) < threshold }) / 60
      return falseMatch * share * matches + falseNonMatch * (1 - share) * misses
    }
    let least = (-4096...4096).map { cost(Double($0) / 4096) }.min() ?? 0
    #expect((choice.threshold * 4096).rounded() == choice.threshold * 4096)
    #expect(cost(choice.threshold) <= least + 1e-12)
    #expect(choice.verified == nil)
  }

  @Test("Costs are positive, shares lie between 0 and 1")
  func costs() {
    for (one, other, share) in [
      (0, 1, 0.5), (1, 0, 0.5), (1, 1, 0), (1, 1, 1), (-1, 1, 0.5), (.infinity, 1, 0.5), (1, .nan, 0.5),
      (1, 1, .nan),
    ] as [(Double, Double, Double)] {
      #expect(DecisionCosts(falseMatch: one, falseNonMatch: other, impostorShare: share) == nil)
    }
  }

  @Test("What the scores cannot carry is refused with the numbers that count")
  func refusals() throws {
    let scores = Self.scores(Self.genuine, Self.impostor)
    func refusal(_ goal: ThresholdGoal, _ scores: ThresholdScores) -> String? {
      #expect(throws: ThresholdChoiceError.self) {
        try ThresholdChoice.choices([goal], on: scores, verifiedOn: nil)
      }?.description
    }
    #expect(
      refusal(.falseMatchRate(1e-5), scores)
        == "a false-match rate of 1e-05 takes at least 300,000 impostor comparisons, 300 are there; "
        + "ask for a higher rate or give more data")
    #expect(try ThresholdChoice.choices([.falseMatchRate(0.01)], on: scores, verifiedOn: nil).count == 1)
    let sure = Self.scores([1], [Float](repeating: 1, count: 300))
    #expect(
      refusal(.falseMatchRate(0.01), sure)?.hasPrefix("no threshold keeps the false-match rate at 1e-02")
        == true)
    #expect(
      refusal(.falseMatchRate(0.5), Self.scores([0.5], []))
        == "genuine and impostor comparisons are needed, 1 and 0 are there")
    #expect(
      refusal(.falseMatchRate(0.5), Self.scores([], [0.5]))
        == "genuine and impostor comparisons are needed, 0 and 1 are there")
  }

  @Test("Scores that rounding pushed below -1 give a threshold of -1")
  func belowMinusOne() throws {
    let scores = Self.scores([0.5], [Float](repeating: -1.0005, count: 10))
    let choices = try ThresholdChoice.choices(
      [.falseMatchRate(0.5), .falseMatchRate(1)], on: scores, verifiedOn: nil)
    #expect(choices.map(\.threshold) == [-1, -1])
  }

  @Test("With a confidence the rate is kept by that share of draws of the people, and needs to know them")
  func confidence() throws {
    // Everybody with everybody; the first two people are alike.
    let people = 40
    var (genuine, impostor): ([ScoredPair], [ScoredPair]) = ([], [])
    for first in 0..<Int32(people) {
      genuine.append(ScoredPair(score: 0.9, first: first, second: first))
      for second in (first + 1)..<Int32(people) {
        let score: Float =
          first == 0 && second == 1
          ? 0.7 : Float((first * 37 + second * 101 + first * second * 7) % 997) / 1994
        impostor.append(ScoredPair(score: score, first: first, second: second))
      }
    }
    let draws = IdentityBootstrap(
      genuine: genuine, impostor: impostor, resampling: Resampling(groupCount: people))
    let scores = VerificationScores(
      genuine: ScoreDistribution(listed: genuine.map(\.score)),
      impostor: ScoreDistribution(listed: impostor.map(\.score)))
    let measured = ThresholdScores(scores, falseMatchDraws: draws, falseNonMatchDraws: draws)
    func threshold(_ confidence: Double?) throws -> Double {
      try ThresholdChoice.choices(
        [.falseMatchRate(0.01)], on: measured, verifiedOn: nil, confidence: confidence)[0].threshold
    }
    let plain = try threshold(nil)
    let bound = try threshold(0.95)
    #expect(try threshold(0.6) <= bound)
    #expect(bound > plain)
    let known = try #require(draws)
    var kept = 0
    for round in 0..<known.resampling.rounds {
      let weights = known.resampling.weights(round: round)
      var (events, trials) = (0, 0)
      for pair in impostor {
        let weight = weights[Int(pair.first)] * weights[Int(pair.second)]
        trials += weight
        if Double(pair.score) >= bound { events += weight }
      }
      if Double(events) <= 0.01 * Double(trials) { kept += 1 }
    }
    #expect(Double(kept) >= 0.95 * Double(known.resampling.rounds))
    #expect(throws: ThresholdChoiceError.peopleNotKnown) {
      try ThresholdChoice.choices(
        [.falseMatchRate(0.01)], on: ThresholdScores(scores), verifiedOn: nil, confidence: 0.95)
    }
  }
}
