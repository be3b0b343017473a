/// Brings the score of evidence that is made of several pictures onto the scale of single ones, so that one threshold keeps
/// its rate whatever is compared.
///
/// What the pictures of a face do not share cancels out in their mean; scaled to length 1 again it is more like the mean of
/// everybody of its kind, and strangers' cosines grow with it. How much was lost tells the length of the mean
/// (`MeanTemplate.agreement`, a for the reference, b for the probe). The score is cosine · (a·b)^exponent: with 0 the cosine
/// itself, with 1 the mean of all cosines between the pictures of both sides. Frames of one recording hardly differ, so
/// their score stays that of one of them; single pictures have a = b = 1.
public struct EvidenceScale: Hashable, Sendable {
  /// How much of the lost length counts, 0…1.
  public let exponent: Double

  /// The mean of all cosines: strangers never reach a threshold more often than with single pictures, whatever the network.
  public static let meanOfCosines = EvidenceScale(exponent: 1)

  /// Makes a scale; the exponent is cut to 0…1.
  public init(exponent: Double) {
    self.exponent = exponent.isFinite ? min(1, max(0, exponent)) : 1
  }

  /// How alike two faces are, on the scale of single pictures.
  ///
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public func score(_ reference: MeanTemplate, _ probe: MeanTemplate) throws(MatchingError) -> Score {
    let cosine = try reference.cosine(to: probe)
    return Score(cosine.rawValue * factor(reference.agreement) * factor(probe.agreement))
  }

  /// What a side of this agreement multiplies a cosine with, 0…1.
  func factor(_ agreement: Double) -> Double {
    agreement < 1 ? Logarithm.power(exponent * Logarithm.binary(max(agreement, 1e-9))) : 1
  }
}
