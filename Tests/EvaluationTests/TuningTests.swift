import Formats
import Testing

@testable import Evaluation

@Suite("Tables of scores")
struct ScoreListTests {
  private func list(_ lines: String...) throws -> ScoreList {
    try ScoreList(csv: Array(lines.joined(separator: "\n").utf8), name: "scores.csv")
  }

  @Test("Scores, folds and people are taken; failures are counted, nonsense is told")
  func rows() throws {
    let scores = try list(
      "score,same,fold,identity_b,identity_a", "0.5,1,x,Ada,Ada", "-0.25,0,y,Ada,Bo", ",0,x,Ada,Cy",
      "0.5,maybe,x,A,A",
      "high,1,x,A,A", "nan,1,x,A,A", "1.5,1,x,A,A", "0.9,1,x,Ada,Bo", "0.9,0,x,Ada,Ada", "0.75,1,x,,Ada")
    #expect(scores.rows.map(\.score) == [0.5, -0.25, 0.75])
    #expect(scores.rows.map(\.isGenuine) == [true, false, true])
    #expect(scores.rows.map(\.fold) == ["x", "y", "x"])
    #expect(scores.rows.map { $0.people?.first } == [0, 1, nil])
    #expect(scores.identities == ["Ada", "Bo"])
    #expect(scores.failureCount == 1)
    #expect(
      scores.problems.texts == [
        "line 5: the label 'maybe' is neither 1 (the same person) nor 0",
        "line 6: the score 'high' is no cosine from -1 to 1",
        "line 7: the score 'nan' is no cosine from -1 to 1",
        "line 8: the score '1.5' is no cosine from -1 to 1",
        "line 9: the label '1' contradicts the identities",
        "line 10: the label '0' contradicts the identities",
      ])
  }

  @Test(
    "A file without scores is refused with file, cause and cure",
    arguments: [
      ("", "its first line does not name the columns same and score"),
      ("path_a,path_b,same\na,b,1", "its first line does not name the columns same and score"),
      ("same,score", "no row has a score"), ("same,score\n1,\n0,\n", "no row has a score"),
      ("same,score\n1,much\n", "no usable row; line 2: the score 'much' is no cosine from -1 to 1"),
      ("same,score,identity_a\n1,0.5,\"Ada\n0,0.1,Bo\n", "the quote in line 2 is never closed"),
    ])
  func unusable(_ text: String, _ cause: String) {
    let error = #expect(throws: EvaluationError.self) { try list(text) }
    #expect(error?.description.hasPrefix("scores.csv: \(cause); ") == true, "\(String(describing: error))")
  }

  /// All comparisons between so many people with two pictures each.
  private func people(_ count: Int) -> [String] {
    (0..<count).flatMap { one in
      ["1,0.\(50 + one),person \(one),person \(one)"]
        + (0..<one).map { "0,0.\(10 + (one * 7 + $0) % 30),person \(one),person \($0)" }
    }
  }

  @Test("The halves are disjoint people, the same for every order of the rows")
  func halves() throws {
    let head = "same,score,identity_a,identity_b"
    let rows = people(30)
    var generator = SplitMix64(seed: 4)
    let first = try #require(try list(([head] + rows).joined(separator: "\n")).halves())
    let other = try #require(
      try list(([head] + rows.shuffled(using: &generator)).joined(separator: "\n")).halves())
    func names(_ list: ScoreList) -> Set<String> {
      Set(
        list.rows.compactMap(\.people).flatMap {
          [list.identities[Int($0.first)], list.identities[Int($0.second)]]
        })
    }
    #expect(names(first.first).isDisjoint(with: names(first.second)))
    #expect(names(first.first).union(names(first.second)).count == 30)
    #expect(names(first.first) == names(other.first) && names(first.second) == names(other.second))
    #expect(first.first.rows.map(\.score).sorted() == other.first.rows.map(\.score).sorted())
    #expect((8...22).contains(names(first.first).count))
    let crossing = rows.count - first.first.rows.count - first.second.rows.count
    #expect(crossing == names(first.first).count * names(first.second).count)
  }

  @Test("Without people, folds are split; with neither, nothing is")
  func folds() throws {
    let folded = try list("same,score,fold", "1,0.5,3", "0,0.1,1", "1,0.6,2", "0,0.2,3", "1,0.7,1", "0,0.3,2")
    let halves = try #require(folded.halves())
    #expect(halves.first.rows.map(\.score) == [0.5, 0.1, 0.2, 0.7])
    #expect(halves.second.rows.map(\.score) == [0.6, 0.3])
    #expect(try list("same,score,fold", "1,0.5,1", "0,0.1,1").halves() == nil)
    #expect(try list("same,score,fold", "1,0.5,1", "0,0.1,").halves() == nil)
    #expect(try list("same,score", "1,0.5", "0,0.1").halves() == nil)
    #expect(try list("same,score,identity_a,identity_b", "1,0.5,Ada,Ada").halves() == nil)
    let partly = try list("same,score,fold,identity_a,identity_b", "1,0.5,1,Ada,Ada", "0,0.1,2,,Bo").halves()
    #expect(partly?.first.rows.count == 1)
  }
}

@Suite("Choosing thresholds")
struct ThresholdChoiceTests {
  private static let genuine: [Float] = (0..<60).map { Float(($0 * 37) % 100) / 100 }
  private static let impostor: [Float] = (0..<300).map { Float(($0 * 53) % 311) / 311 - 0.4 }

  private static func scores(_ genuine: [Float], _ impostor: [Float]) throws -> TuningScores {
    let rows = genuine.map { "1,\($0)" } + impostor.map { "0,\($0)" }
    return TuningScores(
      try ScoreList(csv: Array((["same,score"] + rows).joined(separator: "\n").utf8), name: ""))
  }

  @Test(
    "The lowest multiple of 1/4096 that keeps the rate, counted by hand", arguments: [0.01, 0.05, 0.1, 0.5])
  func rate(_ rate: Double) throws {
    let scores = try Self.scores(Self.genuine, Self.impostor)
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
    let scores = try Self.scores(Self.genuine, Self.impostor)
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
    let scores = try Self.scores(Self.genuine, Self.impostor)
    func refusal(_ goal: ThresholdGoal, _ scores: TuningScores) -> String? {
      #expect(throws: ThresholdChoiceError.self) {
        try ThresholdChoice.choices([goal], on: scores, verifiedOn: nil)
      }?.description
    }
    #expect(
      refusal(.falseMatchRate(1e-5), scores)
        == "a false-match rate of 1e-05 takes at least 300,000 impostor comparisons, 300 are there; "
        + "ask for a higher rate or give more data")
    #expect(try ThresholdChoice.choices([.falseMatchRate(0.01)], on: scores, verifiedOn: nil).count == 1)
    let sure = try Self.scores([1], [Float](repeating: 1, count: 300))
    #expect(
      refusal(.falseMatchRate(0.01), sure)?.hasPrefix("no threshold keeps the false-match rate at 1e-02")
        == true)
    #expect(
      refusal(.falseMatchRate(0.5), try Self.scores([0.5], []))
        == "genuine and impostor comparisons are needed, 1 and 0 are there")
    #expect(
      refusal(.falseMatchRate(0.5), try Self.scores([], [0.5]))
        == "genuine and impostor comparisons are needed, 0 and 1 are there")
  }

  @Test("Counts choose what listed scores choose")
  func counts() throws {
    let listed = try Self.scores(Self.genuine, Self.impostor)
    let counted = try TuningScores(
      counts: CountsTable(genuine: Self.genuine, impostor: Self.impostor).bytes, beside: nil, genuine: nil,
      name: "")
    let costs = try #require(DecisionCosts(falseMatch: 3, falseNonMatch: 1, impostorShare: 0.5))
    let goals = [ThresholdGoal.falseMatchRate(0.01), .falseMatchRate(0.1), .cost(costs)]
    let one = try ThresholdChoice.choices(goals, on: listed, verifiedOn: counted)
    let other = try ThresholdChoice.choices(goals, on: counted, verifiedOn: listed)
    for (left, right) in zip(one, other) {
      #expect(left.threshold == right.threshold)
      #expect(left.chosen.falseMatches == right.chosen.falseMatches)
      #expect(left.chosen.falseNonMatches == right.chosen.falseNonMatches)
      #expect(left.verified?.falseMatches == right.verified?.falseMatches)
    }
  }

  @Test("Counts that do not fall at every multiple of 1/4096 are refused")
  func malformedCounts() throws {
    let table = CountsTable(genuine: Self.genuine, impostor: Self.impostor)
    let good = String(decoding: table.bytes, as: UTF8.self)
    let first = good.split(separator: "\n")[1]
    #expect(first == "-1.0,60,300")
    let bad = [
      Array("threshold,genuine\n".utf8), Array(table.bytes.dropLast(20)),
      table.bytes + Array("1.1,0,0\n".utf8),
      table.replacing(1, with: "-1.0,60,299"), table.replacing(1, with: "-1.0,-1,300"),
      table.replacing(1, with: "-0.9,60,300"), table.replacing(1, with: "-1.0,60"),
      table.replacing(1, with: "-1.0,many,300"), table.replacing(1, with: "-1.0,60,9223372036854775807"),
      table.replacing(4000, with: "\""),
    ]
    for bytes in bad {
      let error = #expect(throws: EvaluationError.self) {
        try TuningScores(counts: bytes, beside: nil, genuine: nil, name: "counts.csv")
      }
      #expect(error?.description.hasPrefix("counts.csv: ") == true)
    }
  }

  @Test("Counts as large as they may be do not break anything")
  func largeCounts() throws {
    let table = CountsTable(genuine: Self.genuine, impostor: Self.impostor)
    let large = table.replacing(1, with: "-1.0,9007199254740992,9007199254740992")
    let scores = try TuningScores(counts: large, beside: nil, genuine: nil, name: "")
    let costs = try #require(DecisionCosts(falseMatch: 1, falseNonMatch: 1, impostorShare: 0.5))
    let choices = try ThresholdChoice.choices(
      [.falseMatchRate(1e-9), .falseMatchRate(1), .cost(costs)], on: scores, verifiedOn: scores)
    #expect(choices[0].chosen.falseMatches.trials == 9_007_199_254_740_992)
  }

  @Test("People widen intervals, of listed scores and of counts with the extreme pairs beside them")
  func peopleIntervals() throws {
    var rows: [String] = []
    var impostors: [Float] = []
    for one in 0..<12 {
      rows.append("1,0.\(60 + one),\(one),\(one)")
      for other in 0..<one {
        let score = Float((one * 31 + other * 17) % 97) / 200
        impostors.append(score)
        rows.append("0,\(score),\(one),\(other)")
      }
    }
    let text = (["same,score,identity_a,identity_b"] + rows).joined(separator: "\n")
    let list = try ScoreList(csv: Array(text.utf8), name: "")
    let listed = TuningScores(list)
    let choice = try ThresholdChoice.choices([.falseMatchRate(0.1)], on: listed, verifiedOn: nil)[0]
    let interval = try #require(choice.chosen.falseMatchInterval)
    let share = try #require(choice.chosen.falseMatches.value)
    #expect(interval.lower < share && share < interval.upper)

    let genuine = list.rows.filter(\.isGenuine)
    let counts = CountsTable(genuine: genuine.map(\.score), impostor: impostors).bytes
    let names = (["identity,pictures"] + (0..<12).map { "\($0),1" }).joined(separator: "\n")
    let highest = (["same,score,identity_a,identity_b"] + rows.filter { $0.hasPrefix("0") }).joined(
      separator: "\n")
    let extremes = TuningScores.ExtremeTables(impostors: Array(highest.utf8), identities: Array(names.utf8))
    let counted = try TuningScores(counts: counts, beside: extremes, genuine: nil, name: "")
    let other = try ThresholdChoice.choices([.falseMatchRate(0.1)], on: counted, verifiedOn: nil)[0]
    #expect(other.chosen.falseMatchInterval != nil)
    #expect(other.chosen.falseNonMatchInterval == nil)
    let unknown = TuningScores.ExtremeTables(
      impostors: Array(text.utf8), identities: Array("identity,pictures\nsomebody,1\n".utf8))
    #expect(try TuningScores(counts: counts, beside: unknown, genuine: nil, name: "").bootstrap == nil)
  }
}
