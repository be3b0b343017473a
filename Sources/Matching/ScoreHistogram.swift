import TensorKernels

/// How many scores fall between neighbouring thresholds, exactly.
///
/// The thresholds are the multiples of 1/4096 from −1 to 1: a float is compared with them without rounding.
public struct ScoreHistogram: Hashable, Sendable {
  /// Thresholds from a score of 0 to a score of 1.
  public static let thresholdsPerUnit = ScoreBins.perUnit

  /// Number of thresholds.
  public static let thresholdCount = ScoreBins.count

  /// Scores from each threshold to just below the next one, by rising threshold. Scores that rounding pushed
  /// beyond −1…1 count as the nearer end.
  public private(set) var counts = [UInt64](repeating: 0, count: thresholdCount)

  /// Makes a histogram of no scores.
  public init() {}

  /// A threshold by its index, 0 for −1 and `thresholdCount` − 1 for 1.
  public static func threshold(_ index: Int) -> Score {
    Score(Double(index - thresholdsPerUnit) / Double(thresholdsPerUnit))
  }

  /// Number of scores.
  public var total: UInt64 { counts.reduce(0, +) }

  /// For each threshold, by rising threshold, how many scores are at least as high.
  public var countsAtOrAbove: [UInt64] {
    var sum: UInt64 = 0
    var result = counts
    for index in counts.indices.reversed() {
      sum += counts[index]
      result[index] = sum
    }
    return result
  }

  /// Adds what a kernel has counted.
  mutating func add(_ bins: UnsafeMutableBufferPointer<UInt32>) {
    for index in counts.indices { counts[index] += UInt64(bins[index]) }
  }

  mutating func add(_ other: ScoreHistogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  /// Adds one score.
  mutating func add(_ score: Float) {
    let place = (score * Float(Self.thresholdsPerUnit)).rounded(.down)
    let limit = Float(Self.thresholdsPerUnit)
    counts[Int(max(-limit, min(limit, place))) + Self.thresholdsPerUnit] += 1
  }
}
