import ErrorRates
import Formats
import Testing

@testable import Evaluation

@Suite("Scores of tables to choose thresholds on")
struct TuningScoresTests {
  private static let genuine: [Float] = (0..<60).map { Float(($0 * 37) % 100) / 100 }
  private static let impostor: [Float] = (0..<300).map { Float(($0 * 53) % 311) / 311 - 0.4 }

  private static func listed(_ genuine: [Float], _ impostor: [Float]) throws -> TuningScores {
    let rows = genuine.map { "1,\($0)" } + impostor.map { "0,\($0)" }
    return TuningScores(
      try ScoreList(csv: Array((["same,score"] + rows).joined(separator: "\n").utf8), name: ""))
  }

  @Test("Counts choose what listed scores choose")
  func counts() throws {
    let listed = try Self.listed(Self.genuine, Self.impostor).measured
    let counted = try TuningScores(
      counts: CountsTable(genuine: Self.genuine, impostor: Self.impostor).bytes, beside: nil, genuine: nil,
      name: ""
    ).measured
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
      let error = #expect(throws: DataSetError.self) {
        try TuningScores(counts: bytes, beside: nil, genuine: nil, name: "counts.csv")
      }
      #expect(error?.description.hasPrefix("counts.csv: ") == true)
    }
  }

  @Test("Counts as large as they may be do not break anything")
  func largeCounts() throws {
    let table = CountsTable(genuine: Self.genuine, impostor: Self.impostor)
    let large = table.replacing(1, with: "-1.0,9007199254740992,9007199254740992")
    let scores = try TuningScores(counts: large, beside: nil, genuine: nil, name: "").measured
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
    let listed = TuningScores(list).measured
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
    let counted = try TuningScores(counts: counts, beside: extremes, genuine: nil, name: "").measured
    let other = try ThresholdChoice.choices([.falseMatchRate(0.1)], on: counted, verifiedOn: nil)[0]
    #expect(other.chosen.falseMatchInterval != nil)
    #expect(other.chosen.falseNonMatchInterval == nil)
    let unknown = TuningScores.ExtremeTables(
      impostors: Array(text.utf8), identities: Array("identity,pictures\nsomebody,1\n".utf8))
    let others = try TuningScores(counts: counts, beside: unknown, genuine: nil, name: "")
    #expect(others.measured.falseMatchDraws == nil)
  }
}
