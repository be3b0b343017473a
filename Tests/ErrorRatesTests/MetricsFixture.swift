import ErrorRates

/// What `MetricsExpectations` holds as text, in the package's types.
enum MetricsFixture {
  static let pairs: [ScoredPair] = rows(MetricsExpectations.pairs).compactMap(pair)
  static let samplePairs: [ScoredPair] = rows(MetricsExpectations.samplePairs).compactMap(pair)
  static let folds: [Int] = rows(MetricsExpectations.pairs).compactMap { Int($0[3]) }

  static let presentations: [Presentation] = rows(MetricsExpectations.presentations).map { row in
    Presentation(
      kind: row[0].isEmpty ? .bonaFide : .attack(species: row[0]), score: Double(row[1]), subject: row[2])
  }

  static var genuine: [ScoredPair] { pairs.filter { $0.first == $0.second } }
  static var impostor: [ScoredPair] { pairs.filter { $0.first != $0.second } }

  static var scores: VerificationScores {
    VerificationScores(
      genuine: ScoreDistribution(listed: genuine.map(\.score)),
      impostor: ScoreDistribution(listed: impostor.map(\.score)))
  }

  /// The same scores by their counts on the grid alone.
  static func binned(_ distribution: ScoreDistribution) -> ScoreDistribution? {
    ScoreDistribution(countsAtOrAbove: distribution.countsOnGrid)
  }

  private static func rows(_ text: String) -> [[String]] {
    text.split(whereSeparator: \.isWhitespace).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static func pair(_ row: [String]) -> ScoredPair? {
    guard let score = Double(row[0]), let first = Int32(row[1]), let second = Int32(row[2]) else {
      return nil
    }
    return ScoredPair(score: Float(score), first: first, second: second)
  }
}

extension Double {
  func isNear(_ other: Double, _ tolerance: Double = 1e-12) -> Bool { (self - other).magnitude <= tolerance }
}

extension Array where Element == Double {
  /// Pairs of neighbours as intervals.
  var intervals: [ConfidenceInterval] {
    stride(from: 0, to: count - 1, by: 2).map { ConfidenceInterval(lower: self[$0], upper: self[$0 + 1]) }
  }
}

extension ConfidenceInterval {
  func isNear(_ other: ConfidenceInterval, _ tolerance: Double = 1e-12) -> Bool {
    lower.isNear(other.lower, tolerance) && upper.isNear(other.upper, tolerance)
  }
}
