/// A range that covers the true value with a stated confidence.
public struct ConfidenceInterval: Hashable, Sendable {
  public let lower: Double
  public let upper: Double

  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Whether a value lies in it, ends included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }
}
