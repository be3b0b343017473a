import ErrorRates
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
    let error = #expect(throws: DataSetError.self) { try list(text) }
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
