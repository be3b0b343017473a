import FaceAnalysis
import Matching

extension Matcher {
  /// Makes a matcher that decides as a model pack says.
  ///
  /// - Parameter pack: Where the measured thresholds and the false-match rate come from.
  /// - Throws: `MatchingError.invalidOperatingPoints` when the pack has no usable thresholds, or
  ///   `.falseMatchRateNotMeasured` when it wants to decide at a rate that was not measured.
  public init(pack: ModelPack) throws(MatchingError) {
    let specification = pack.embedding
    guard let rate = FalseMatchRate(rawValue: specification.decisionFalseMatchRate) else {
      throw .invalidOperatingPoints(detail: "\(specification.decisionFalseMatchRate) is no false-match rate")
    }
    var points: [OperatingPoint] = []
    for measured in specification.operatingPoints {
      guard let rate = FalseMatchRate(rawValue: measured.falseMatchRate) else {
        throw .invalidOperatingPoints(detail: "\(measured.falseMatchRate) is no false-match rate")
      }
      points.append(OperatingPoint(falseMatchRate: rate, threshold: Score(measured.threshold)))
    }
    try self.init(operatingPoints: OperatingPoints(points), decidingAt: rate)
  }
}
