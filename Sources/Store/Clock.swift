#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells the present instant. Tests hand in one that they set.
public protocol Clock: Sendable {
  /// The present instant.
  func now() -> Moment
}

/// The clocks of the machine.
public struct SystemClock: Clock {
  private let bootIdentifier: String

  /// Reads which run of the kernel this is.
  ///
  /// Where `/proc` does not tell, the identifier is a fixed text, and a restart shows by the kernel's clock alone.
  public init() {
    bootIdentifier = Self.readBootIdentifier() ?? "unknown"
  }

  public func now() -> Moment {
    Moment(
      unixSeconds: Self.seconds(CLOCK_REALTIME),
      bootIdentifier: bootIdentifier,
      secondsSinceBoot: Self.seconds(CLOCK_BOOTTIME))
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func readBootIdentifier() -> String? {
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[0..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
