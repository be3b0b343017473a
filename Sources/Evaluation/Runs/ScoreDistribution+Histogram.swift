import ErrorRates
import Matching

extension ScoreDistribution {
  /// Takes the counts of a histogram, whose thresholds are those of `ScoreGrid`.
  init(_ histogram: ScoreHistogram) {
    self.init(binned: histogram.counts.map { Int(clamping: $0) })
  }
}
