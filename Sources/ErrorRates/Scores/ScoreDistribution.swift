/// The scores of one kind of comparison, genuine or impostor: all of them, or their exact counts on a grid.
public struct ScoreDistribution: Sendable {
  private enum Form: Sendable {
    /// By rising score.
    case listed([Float])
    /// How many scores lie from each threshold of the grid to just below the next one.
    case binned(counts: [Int], countsAtOrAbove: [Int])
  }

  private let form: Form

  /// How many scores there are.
  public let count: Int

  /// Takes every score.
  ///
  /// - Parameter scores: In any order. What is not a number counts as −1, as in `Score`, and what is infinite as 1 or −1.
  public init(listed scores: [Float]) {
    count = scores.count
    form = .listed(scores.map(\.finiteScore).sorted())
  }

  /// Takes counts as a file holds them.
  ///
  /// - Parameter counts: For each threshold of the grid, by rising threshold, how many scores are at least as high.
  /// - Returns: `nil` unless there are `ScoreGrid.count` numbers that never rise and are not negative.
  public init?(countsAtOrAbove counts: [Int]) {
    guard counts.count == ScoreGrid.count, let last = counts.last, last >= 0 else { return nil }
    guard zip(counts, counts.dropFirst()).allSatisfy({ $0 >= $1 }) else { return nil }
    self.init(binned: zip(counts, counts.dropFirst() + [0]).map { $0 - $1 })
  }

  /// Takes counts on the grid.
  ///
  /// - Parameter counts: How many scores lie from each threshold of `ScoreGrid` to just below the next one, by rising
  ///   threshold: one number for each, none of them negative.
  package init(binned counts: [Int]) {
    var atOrAbove = counts
    for index in counts.indices.dropLast().reversed() { atOrAbove[index] += atOrAbove[index + 1] }
    count = atOrAbove.first ?? 0
    form = .binned(counts: counts, countsAtOrAbove: atOrAbove)
  }

  /// Every score by rising score, where they are known.
  public var listedScores: [Float]? {
    if case .listed(let scores) = form { scores } else { nil }
  }

  /// How many scores are at least as high as a threshold.
  ///
  /// Exact for listed scores. Counts on the grid are exact for its thresholds; any other one is moved up to the next
  /// of them, and beyond 1 there is no score.
  ///
  /// - Parameter threshold: What is not a number is reached by no score.
  public func countAtOrAbove(_ threshold: Double) -> Int {
    guard !threshold.isNaN else { return 0 }
    switch form {
    case .listed(let scores):
      return scores.count - scores.firstPosition { Double($0) >= threshold }
    case .binned(_, let countsAtOrAbove):
      guard threshold <= 1 else { return 0 }
      return countsAtOrAbove[ScoreGrid.index(atOrAbove: threshold)]
    }
  }

  /// For each threshold of the grid, by rising threshold, how many scores are at least as high. Scores that rounding
  /// pushed beyond −1…1 count as the nearer end.
  public var countsOnGrid: [Int] {
    switch form {
    case .listed(let scores):
      [scores.count] + (1..<ScoreGrid.count).map { countAtOrAbove(ScoreGrid.threshold($0)) }
    case .binned(_, let countsAtOrAbove): countsAtOrAbove
    }
  }

  /// The lowest threshold that at most so many scores reach.
  ///
  /// Listed scores: just above the first score that must not reach it, which is the next `Float`; where all of them
  /// may, −1 or the lowest score if that is lower. On the grid: the lowest threshold of the grid; `nil` where even
  /// 1 is reached by more.
  func lowestThreshold(reachedByAtMost allowed: Int) -> Double? {
    switch form {
    case .listed(let scores):
      guard allowed < scores.count else { return Double(min(-1, scores.first ?? -1)) }
      return Double(scores[scores.count - 1 - max(0, allowed)].nextUp)
    case .binned(_, let countsAtOrAbove):
      let index = countsAtOrAbove.firstPosition { $0 <= allowed }
      return index < ScoreGrid.count ? ScoreGrid.threshold(index) : nil
    }
  }

  /// The highest threshold that all scores but so many reach.
  func highestThreshold(missedByAtMost allowed: Int) -> Double? {
    switch form {
    case .listed(let scores):
      allowed < scores.count ? Double(scores[max(0, allowed)]) : nil
    case .binned(_, let countsAtOrAbove):
      allowed < count
        ? ScoreGrid.threshold(countsAtOrAbove.firstPosition { $0 < count - allowed } - 1) : nil
    }
  }

  /// The different scores and how often each occurs, by rising score. On the grid a score stands for all from its
  /// threshold to the next one.
  var distinct: [(score: Double, count: Int)] {
    switch form {
    case .listed(let scores):
      var result: [(score: Double, count: Int)] = []
      for score in scores {
        if let last = result.last, last.score == Double(score) {
          result[result.count - 1].count += 1
        } else {
          result.append((Double(score), 1))
        }
      }
      return result
    case .binned(let counts, _):
      return counts.indices.filter { counts[$0] > 0 }.map { (ScoreGrid.threshold($0), counts[$0]) }
    }
  }

  /// The counts on the grid alone.
  var onGrid: ScoreDistribution {
    if case .binned = form { return self }
    let counts = countsOnGrid
    return ScoreDistribution(binned: zip(counts, counts.dropFirst() + [0]).map { $0 - $1 })
  }
}

extension Float {
  /// The number itself, or for what is none or not finite the nearest score.
  var finiteScore: Float { isFinite ? self : self > 0 ? 1 : -1 }
}

extension RandomAccessCollection where Index == Int {
  /// The first position whose element has a property that all later ones have too; `endIndex` where none has.
  func firstPosition(where hasProperty: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if hasProperty(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
