import FaceAnalysis
import Matching
import Policy
import Store

extension EvidenceScale {
  /// How a pack's network scores evidence of several pictures; the most cautious way where nobody measured it.
  public init(pack: ModelPack) {
    self = pack.embedding.agreementExponent.map { EvidenceScale(exponent: $0) } ?? .meanOfCosines
  }
}

extension Matcher {
  /// Makes a matcher that decides by the operating points of a model pack.
  ///
  /// - Parameters:
  ///   - pack: Where the measured thresholds come from.
  ///   - rate: The rate of false matches that is accepted; `nil` for the one that the pack names.
  /// - Throws: `MatchingError.withoutOperatingPoints` when none have been measured for the pack's network, so that only
  ///   `Matcher.score` has an answer; `.falseMatchRateNotMeasured` when it is to decide at a rate that was not measured.
  public init(pack: ModelPack, decidingAt rate: FalseMatchRate? = nil) throws(MatchingError) {
    let specification = pack.embedding
    guard let packRate = specification.decisionFalseMatchRate else { throw .withoutOperatingPoints }
    var points: [OperatingPoint] = []
    for measured in specification.operatingPoints {
      points.append(
        OperatingPoint(
          falseMatchRate: try Self.rate(measured.falseMatchRate), threshold: Score(measured.threshold)))
    }
    let decisionRate = if let rate { rate } else { try Self.rate(packRate) }
    try self.init(
      operatingPoints: OperatingPoints(points), decidingAt: decisionRate, scale: EvidenceScale(pack: pack))
  }

  private static func rate(_ value: Double) throws(MatchingError) -> FalseMatchRate {
    guard let rate = FalseMatchRate(rawValue: value) else {
      throw .invalidOperatingPoints(detail: "\(value) is no false-match rate")
    }
    return rate
  }
}
