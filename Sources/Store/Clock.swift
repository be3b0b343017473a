import Platform

/// Tells the present instant. Tests hand in one that they set.
public protocol Clock: Sendable {
  /// The present instant.
  func now() -> Moment
}

/// The clocks of the machine.
///
/// In a namespace of time the kernel's clock is shifted, which anybody may do to programs that he starts; the shift stands in
/// `/proc` and is taken back. A program that replaces the functions of the C library, or `/proc`, can still lie to it.
public struct SystemClock: Clock {
  private let bootIdentifier: String
  /// By how much the kernel's clock is shifted here, in seconds.
  private let shift: Double

  /// Reads which run of the kernel this is.
  ///
  /// Where `/proc` does not tell, the identifier is a fixed text, and a restart shows by the kernel's clock alone.
  public init() {
    bootIdentifier = KernelFile.line("/proc/sys/kernel/random/boot_id") ?? "unknown"
    shift = KernelFile.text("/proc/self/timens_offsets").map(TimeNamespace.bootShift) ?? 0
  }

  public func now() -> Moment {
    Moment(
      unixSeconds: Self.seconds(CLOCK_REALTIME),
      bootIdentifier: bootIdentifier,
      secondsSinceBoot: Self.seconds(CLOCK_BOOTTIME) - shift)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
