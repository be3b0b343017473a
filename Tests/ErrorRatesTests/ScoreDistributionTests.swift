import Testing

@testable import ErrorRates

@Suite("Distributions of scores")
struct ScoreDistributionTests {
  static let unit = 1.0 / 4096

  @Test("Listed scores are counted exactly, to the last bit of a threshold")
  func listed() {
    let distribution = ScoreDistribution(listed: [0.5, -0.25, 0.5, 0.75, .nan])
    #expect(distribution.count == 5)
    #expect(distribution.listedScores == [-1, -0.25, 0.5, 0.5, 0.75])
    #expect(ScoreDistribution(listed: [.infinity, -.infinity]).listedScores == [-1, 1])
    #expect(distribution.countAtOrAbove(0.5) == 3)
    #expect(distribution.countAtOrAbove(0.5.nextUp) == 1)
    #expect(distribution.countAtOrAbove(0.5.nextDown) == 3)
    #expect(distribution.countAtOrAbove(-.infinity) == 5)
    #expect(distribution.countAtOrAbove(0.76) == 0)
    #expect(distribution.countAtOrAbove(.nan) == 0)
    #expect(ScoreDistribution(listed: []).countAtOrAbove(-1) == 0)
  }

  @Test("On the grid a threshold between is moved up")
  func thresholdsBetween() throws {
    let distribution = try #require(
      ScoreDistribution(listed: [0.5, Float(0.5 + Self.unit), -1, 1]).counted)
    #expect(distribution.listedScores == nil)
    #expect(distribution.countAtOrAbove(0.5) == 3)
    #expect(distribution.countAtOrAbove(0.5.nextUp) == 2)
    #expect(distribution.countAtOrAbove(0.5 + Self.unit) == 2)
    #expect(distribution.countAtOrAbove(-7) == 4)
    #expect(distribution.countAtOrAbove(1) == 1)
    #expect(distribution.countAtOrAbove(1.0.nextUp) == 0)
    #expect(distribution.countAtOrAbove(.nan) == 0)
  }

  @Test("Listed scores beyond the ends are in the counts on the grid")
  func beyondTheEnds() {
    let counts = ScoreDistribution(listed: [-1.000_001, 1.000_001, 0]).countsOnGrid
    #expect(counts.count == 8193)
    #expect(counts[0] == 3 && counts[1] == 2 && counts[4096] == 2 && counts[8192] == 1)
  }

  @Test("Counts that rise, are negative or of another number are refused")
  func refusedCounts() {
    var counts = [Int](repeating: 5, count: 8193)
    #expect(ScoreDistribution(countsAtOrAbove: counts)?.count == 5)
    #expect(ScoreDistribution(countsAtOrAbove: Array(counts.dropLast())) == nil)
    counts[100] = 6
    #expect(ScoreDistribution(countsAtOrAbove: counts) == nil)
    counts[100] = 5
    counts[8192] = -1
    #expect(ScoreDistribution(countsAtOrAbove: counts) == nil)
  }
}
