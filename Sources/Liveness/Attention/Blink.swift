import Findings

/// A blink: both eyes closed and opened again.
public struct Blink: Sendable, Equatable {
  /// The last moment before the lids fell, in seconds.
  public let beginSeconds: Double

  /// When the eyes were most closed.
  public let peakSeconds: Double

  /// When the lids were half way up again.
  public let endSeconds: Double

  /// What was left of the opening at the peak, over the person's opening before it, 0…1.
  public let remainingOpening: Double

  public init(beginSeconds: Double, peakSeconds: Double, endSeconds: Double, remainingOpening: Double) {
    self.beginSeconds = beginSeconds
    self.peakSeconds = peakSeconds
    self.endSeconds = endSeconds
    self.remainingOpening = remainingOpening
  }
}
