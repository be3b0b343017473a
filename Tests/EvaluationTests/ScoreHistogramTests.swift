import ErrorRates
import Matching
import Testing

@testable import Evaluation

@Suite("Histograms of the matcher as distributions of scores")
struct ScoreHistogramTests {
  @Test("The thresholds are those of error rates")
  func grid() {
    #expect(ScoreHistogram.thresholdCount == ScoreGrid.count)
    for index in stride(from: 0, to: ScoreGrid.count, by: 64) {
      #expect(ScoreHistogram.threshold(index).rawValue == ScoreGrid.threshold(index))
    }
  }

  @Test("The histogram of all pairs says the same as their list")
  func histogram() throws {
    var random = SplitMix64(seed: 3)
    let samples = try (0..<90).map { index in
      AllPairsScores.Sample(
        template: try FaceTemplate(
          embedding: (0..<4).map { _ in Float.random(in: -1...1, using: &random) },
          modelHash: String(repeating: "0", count: 64)),
        identity: index / 3)
    }
    let pairs = try AllPairsScores(of: samples, listing: 10_000)
    let listed = ScoreDistribution(listed: pairs.highestImpostors.map { Float($0.score.rawValue) })
    let binned = ScoreDistribution(pairs.impostors)
    #expect(listed.count == 90 * 87 / 2)
    #expect(binned.count == listed.count)
    #expect(binned.countsOnGrid == listed.countsOnGrid)
    for index in stride(from: 0, to: ScoreGrid.count, by: 5) {
      let threshold = ScoreGrid.threshold(index)
      #expect(binned.countAtOrAbove(threshold) == listed.countAtOrAbove(threshold))
    }
  }
}
