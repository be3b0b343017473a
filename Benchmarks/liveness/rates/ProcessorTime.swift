#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What this program has used.
enum ProcessorTime {
  /// Seconds of processor time of this thread.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The largest resident set of this program alone, in KiB: what `getrusage` tells includes the program that started it.
  static func peakKibibytes() -> Int {
    let descriptor = open("/proc/self/status", O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = max(0, read(descriptor, &bytes, bytes.count))
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
