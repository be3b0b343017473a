/// How often comparisons go wrong at one threshold, as one set of data showed it (ISO/IEC 19795-1).
public struct MeasuredRates: Sendable, Equatable {
  /// Data and protocol of the measurement; what stands before the first colon names the data.
  public let source: String

  /// Share of impostor comparisons that reach the threshold, 0…1. Data that are too few show a rate of 0.
  public let falseMatchRate: Double

  /// 95 % interval of the false-match rate, by a bootstrap that draws people: pairs that share people are not
  /// independent. Where that cannot be had, as without a single false match, the exact one. Nil where none was
  /// computed.
  public let interval: ClosedRange<Double>?

  /// How many impostor comparisons the false-match rate rests on.
  public let impostorPairs: Int

  /// Share of genuine comparisons that do not reach the threshold, 0…1; `nil` where it was not measured.
  public let falseNonMatchRate: Double?

  /// 95 % interval of the false non-match rate, by the same bootstrap.
  public let falseNonMatchInterval: ClosedRange<Double>?

  /// How many genuine comparisons the false non-match rate rests on.
  public let genuinePairs: Int?

  /// Takes over what was measured. A model pack or a file of operating points checks the ranges.
  public init(
    source: String, falseMatchRate: Double, interval: ClosedRange<Double>? = nil, impostorPairs: Int,
    falseNonMatchRate: Double? = nil, falseNonMatchInterval: ClosedRange<Double>? = nil,
    genuinePairs: Int? = nil
  ) {
    self.source = source
    self.falseMatchRate = falseMatchRate
    self.interval = interval
    self.impostorPairs = impostorPairs
    self.falseNonMatchRate = falseNonMatchRate
    self.falseNonMatchInterval = falseNonMatchInterval
    self.genuinePairs = genuinePairs
  }
}
