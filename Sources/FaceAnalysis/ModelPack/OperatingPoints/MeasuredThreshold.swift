/// A threshold that was measured for an embedding network, and what the measurement showed.
public struct MeasuredThreshold: Sendable, Equatable {
  /// The lowest cosine that counts as a match, -1…1.
  public let threshold: Double

  /// What the data showed from which the threshold was chosen.
  public let rates: MeasuredRates

  /// What other data, without a part in that choice, showed at the same threshold; `nil` where that was not tried.
  public let verification: MeasuredRates?

  /// Takes over what was measured. A model pack or a file of operating points checks the ranges.
  public init(threshold: Double, rates: MeasuredRates, verification: MeasuredRates? = nil) {
    self.threshold = threshold
    self.rates = rates
    self.verification = verification
  }

  /// Share of impostor comparisons that reach `threshold`, greater than 0 and at most 1.
  public var falseMatchRate: Double { rates.falseMatchRate }

  /// How many impostor comparisons the measurement rests on.
  public var impostorPairs: Int { rates.impostorPairs }

  /// Data and protocol of the measurement; what stands before the first colon names the data.
  public var source: String { rates.source }
}
