import Platform

/// What the operating system says about the machine.
struct MachineFacts: Sendable {
  let processorName: String?
  /// Processors that this program may run on.
  let processorCount: Int
  /// Bytes of memory, and those that a program can still have; `nil` where the system does not say.
  let totalMemory: Int?
  let availableMemory: Int?

  init() {
    processorName = Self.value(of: "model name", in: "/proc/cpuinfo")
    processorCount = Self.usableProcessorCount
    totalMemory = Self.kibibytes("MemTotal").map { $0 << 10 }
    availableMemory = Self.kibibytes("MemAvailable").map { $0 << 10 }
  }

  /// Processors that this program may run on; fewer than the machine has where it is confined.
  static var usableProcessorCount: Int {
    // A mask in hexadecimal digits, with commas between groups.
    let mask = value(of: "Cpus_allowed", in: "/proc/self/status") ?? ""
    let count = mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return max(1, count > 0 ? count : sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  private static func kibibytes(_ key: String) -> Int? {
    value(of: key, in: "/proc/meminfo").flatMap { Int($0.prefix { $0 != " " }) }
  }

  /// The value behind `key` in a file of `key: value` lines.
  private static func value(of key: String, in file: String) -> String? {
    guard let bytes = try? InputFile.contents(of: Path(file)) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix(key) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
    }
    return nil
  }
}
