import Platform

/// How long a connection waits for others, shared with the database's callback.
final class Patience {
  let limitSeconds: Double
  private var start = 0.0

  init(limitSeconds: Double) {
    self.limitSeconds = limitSeconds
  }

  /// Starts to count.
  func begin() {
    start = Self.seconds()
  }

  /// Sleeps for one turn of those that are counted from 0.
  ///
  /// - Returns: Whether to try again; `false`, without sleep, when the limit is reached.
  func wait(turn: Int) -> Bool {
    guard Self.seconds() - start < limitSeconds else { return false }
    Self.pause(turn: turn)
    return true
  }

  /// Sleeps for a random time that grows with the turn: many processes that wait in step would wake in step.
  private static func pause(turn: Int) {
    let most = UInt32(1_000) << UInt32(min(turn, 5))
    usleep(UInt32.random(in: 500...most))
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
