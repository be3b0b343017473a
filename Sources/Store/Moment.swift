/// One instant seen by two clocks: the wall's, and the kernel's since boot. The administrator can set the first; a program can
/// shift the second for its own children, in a namespace of time. Where they contradict each other, neither counts.
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

  /// What lies between two instants.
  public enum Passage: Sendable, Equatable {
    /// So many seconds, by the kernel's clock, and by the wall's too.
    case seconds(Double)
    /// The machine was restarted: only the wall's clock could tell how long it took.
    case restarted
    /// One of the clocks was set or shifted: they differ in what has passed, or the kernel's ran backwards.
    case clocksDisagree
  }

  /// What has passed from `earlier` to this instant.
  public func passage(since earlier: Moment) -> Passage {
    guard bootIdentifier == earlier.bootIdentifier else { return .restarted }
    let passed = secondsSinceBoot - earlier.secondsSinceBoot
    let byTheWall = unixSeconds - earlier.unixSeconds
    guard passed >= 0, abs(byTheWall - passed) <= Self.tolerance + Self.drift * passed else {
      return .clocksDisagree
    }
    return .seconds(passed)
  }

  /// Seconds by which the clocks may differ: what the wall's is corrected by in ordinary life.
  private static let tolerance = 5.0

  /// How much faster or slower one of them may run; twice what a system corrects at most.
  private static let drift = 0.001

  /// Seconds that passed from `earlier` to this instant.
  ///
  /// - Returns: `nil` when no clock can tell: after a restart, and where the clocks disagree.
  public func seconds(since earlier: Moment) -> Double? {
    guard case .seconds(let seconds) = passage(since: earlier) else { return nil }
    return seconds
  }
}
