/// The scores that a threshold is chosen or verified on, with draws of the people behind them.
public struct ThresholdScores: Sendable {
  /// Genuine and impostor scores.
  public let scores: VerificationScores
  /// Draws of people, for intervals of false-match rates; `nil` where it is not known who is who.
  public let falseMatchDraws: IdentityBootstrap?
  /// The same for false non-match rates.
  public let falseNonMatchDraws: IdentityBootstrap?

  public init(
    _ scores: VerificationScores, falseMatchDraws: IdentityBootstrap? = nil,
    falseNonMatchDraws: IdentityBootstrap? = nil
  ) {
    self.scores = scores
    self.falseMatchDraws = falseMatchDraws
    self.falseNonMatchDraws = falseNonMatchDraws
  }
}
