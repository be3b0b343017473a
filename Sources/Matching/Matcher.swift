/// Compares two faces and says what the score stands for.
public struct Matcher: Sendable {
  /// The outcome of a 1:1 comparison.
  public struct Verdict: Hashable, Sendable {
    /// How alike the faces are.
    public let score: Score
    /// How often strangers reach this score.
    public let falseMatchRate: FalseMatchEstimate
    /// The lowest score that counts as a match.
    public let threshold: Score
    /// Whether the score reaches the threshold.
    public var isMatch: Bool { score >= threshold }
  }

  /// The measured relation between scores and false-match rates.
  public let operatingPoints: OperatingPoints

  /// The rate of false matches that is accepted.
  public let falseMatchRate: FalseMatchRate

  /// The lowest score that counts as a match.
  public let threshold: Score

  /// How evidence of several pictures is scored.
  public let scale: EvidenceScale

  /// Makes a matcher that decides at a false-match rate.
  ///
  /// - Parameters:
  ///   - operatingPoints: What was measured for the embedding model.
  ///   - rate: The rate of false matches that is accepted.
  ///   - scale: How evidence of several pictures is scored.
  /// - Throws: `MatchingError.falseMatchRateNotMeasured`.
  public init(
    operatingPoints: OperatingPoints, decidingAt rate: FalseMatchRate, scale: EvidenceScale = .meanOfCosines
  ) throws(MatchingError) {
    self.operatingPoints = operatingPoints
    self.scale = scale
    falseMatchRate = rate
    threshold = try operatingPoints.threshold(for: rate)
  }

  /// The cosine between two templates, without a decision.
  ///
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public static func score(_ enrolled: FaceTemplate, _ probe: FaceTemplate) throws(MatchingError) -> Score {
    try enrolled.score(against: probe)
  }

  /// Compares two templates.
  ///
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public func verdict(_ enrolled: FaceTemplate, _ probe: FaceTemplate) throws(MatchingError) -> Verdict {
    try verdict(MeanTemplate(enrolled), MeanTemplate(probe))
  }

  /// Compares two faces of which each may be known from several pictures.
  ///
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public func verdict(_ reference: MeanTemplate, _ probe: MeanTemplate) throws(MatchingError) -> Verdict {
    let score = try scale.score(reference, probe)
    return Verdict(
      score: score, falseMatchRate: operatingPoints.falseMatchRate(at: score), threshold: threshold)
  }
}
