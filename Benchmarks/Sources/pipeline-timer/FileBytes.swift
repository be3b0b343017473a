import TimerRequests

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whole files.
enum FileBytes {
  static func content(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw Refusal(description: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    guard size >= 0 else { throw Refusal(description: "\(path): has no size") }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
  }

  /// Processor time of the calling thread in seconds: what a busy machine does not stretch.
  static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
