import ErrorRates
import Foundation
import Testing

/// `Fixtures/metrics.json`: small sets of scores with ties, and what other programs compute from them.
/// `Benchmarks/evaluation/metrics_expectations.py` writes it and says which programs.
struct MetricsExpectations: Decodable {
  /// Score, first and second identity, fold.
  private let pairs: [[Double]]
  /// Score, first and second identity of all pairs of the samples.
  private let samplePairs: [[Double]]
  private let presentations: [PresentationRow]

  let identityCount: Int
  let samplesPerIdentity: [Int]
  let rounds: Int

  let areaUnderCurve: Double
  let equalErrorRate: EqualError
  let falseMatchRates: [Double]
  let thresholdsAtRates: [Double]
  /// Threshold, false-match rate, true-match rate by falling threshold; the first threshold is beyond all scores.
  let curve: [[Double]]

  /// Here pairs whose position is 3 modulo 37 have no score, and all others 1/65536 more than the one before them,
  /// so that none are equal.
  let foldAccuracies: [Double]
  let foldMean: Double
  let foldStandardError: Double

  let thresholds: [Double]
  /// Lower and upper ends: false-match rates and false non-match rates at the thresholds, thresholds at the rates,
  /// false non-match rates at the rates, equal error rate, accuracies at the thresholds.
  let bootstrap: [[Double]]
  /// False-match rates at 0.3 and 0.4, false non-match rates there, thresholds at 0.01 and 0.05.
  let sampleBootstrap: [[Double]]

  let presentationEqualErrorRate: Double
  /// APCER of mask, print and replay at 0.5, the highest of them, BPCER, ACER.
  let presentationBootstrap: [[Double]]

  let binomial: [BinomialLimits]

  struct EqualError: Decodable {
    let value: Double
    let lower: Double
    let upper: Double
    let threshold: Double
  }

  struct BinomialLimits: Decodable {
    let events: Int
    let trials: Int
    let confidence: Double
    let lower: Double
    let upper: Double
  }

  private struct PresentationRow: Decodable {
    /// Empty for a person as they are.
    let species: String
    /// `nil` without a response.
    let score: Double?
    let subject: String
  }

  static func load() throws -> MetricsExpectations {
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/metrics", withExtension: "json"), "metrics.json is missing")
    return try JSONDecoder().decode(MetricsExpectations.self, from: Data(contentsOf: file))
  }
}

/// The rows in the package's types.
extension MetricsExpectations {
  var genuine: [ScoredPair] { scoredPairs.filter { $0.first == $0.second } }
  var impostor: [ScoredPair] { scoredPairs.filter { $0.first != $0.second } }

  var scoredPairs: [ScoredPair] { pairs.map(ScoredPair.init(row:)) }
  var scoredSamplePairs: [ScoredPair] { samplePairs.map(ScoredPair.init(row:)) }
  var folds: [Int] { pairs.map { Int($0[3]) } }

  var scores: VerificationScores {
    VerificationScores(
      genuine: ScoreDistribution(listed: genuine.map(\.score)),
      impostor: ScoreDistribution(listed: impostor.map(\.score)))
  }

  /// Draws of all identities.
  var resampling: Resampling { Resampling(groupCount: identityCount, rounds: rounds) }

  var presentedFaces: [Presentation] {
    presentations.map { row in
      Presentation(
        kind: row.species.isEmpty ? .bonaFide : .attack(species: row.species), score: row.score,
        subject: row.subject)
    }
  }
}

extension ScoredPair {
  fileprivate init(row: [Double]) {
    self.init(score: Float(row[0]), first: Int32(row[1]), second: Int32(row[2]))
  }
}
