/// The clock that only moves forward, however the time of day is set. It stands still while the machine sleeps.
package enum MonotonicClock {
  /// Seconds since some moment in the past, the same one for all processes until the machine starts anew.
  package static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
