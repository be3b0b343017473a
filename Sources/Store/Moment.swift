/// One instant seen by two clocks: the wall's, which anybody may set, and the kernel's since boot, which nobody may.
public struct Moment: Sendable, Hashable {
  /// Seconds since 1970-01-01 00:00 UTC, by the wall's clock.
  public var unixSeconds: Double

  /// Names the run of the kernel in which the instant lies; another text after every restart.
  public var bootIdentifier: String

  /// Seconds since the kernel started, sleep included.
  public var secondsSinceBoot: Double

  public init(unixSeconds: Double, bootIdentifier: String, secondsSinceBoot: Double) {
    self.unixSeconds = unixSeconds
    self.bootIdentifier = bootIdentifier
    self.secondsSinceBoot = secondsSinceBoot
  }

  /// Seconds that passed from `earlier` to this instant, by the kernel's clock.
  ///
  /// - Returns: `nil` when the machine was restarted in between: only the wall's clock could tell then, and that
  ///   one may have been set. A kernel's clock that seems to run backwards counts as a restart, too.
  public func seconds(since earlier: Moment) -> Double? {
    guard bootIdentifier == earlier.bootIdentifier, secondsSinceBoot >= earlier.secondsSinceBoot else {
      return nil
    }
    return secondsSinceBoot - earlier.secondsSinceBoot
  }
}
