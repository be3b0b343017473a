import Platform

/// The namespace of time that this process is in.
enum TimeNamespace {
  /// By how much the clock since boot is shifted, in seconds.
  ///
  /// - Parameter offsets: What `timens_offsets` says: a line per clock, with its name, seconds and nanoseconds.
  static func bootShift(_ offsets: String) -> Double {
    for line in offsets.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 3, words[0] == "boottime", let seconds = Double(words[1]),
        let nanoseconds = Double(words[2])
      {
        return seconds + nanoseconds * 1e-9
      }
    }
    return 0
  }
}

/// Small files that the kernel makes up while they are read. They state a size of 0, by which an ordinary file that somebody laid
/// in their place shows.
enum KernelFile {
  private static let limit = 4_096

  /// - Returns: `nil` where there is no such file of the kernel's.
  static func text(_ path: Path) -> String? {
    let file = FileHandle(path.withCString { open($0, O_RDONLY | O_CLOEXEC) })
    guard file.isOpen, let status = try? FileStatus(ofDescriptor: file.descriptor), status.byteCount == 0,
      let bytes = try? file.readBytes(limit: limit, path: path)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first line, unless it is empty.
  static func line(_ path: Path) -> String? {
    text(path)?.split(separator: "\n").first.map(String.init)
  }
}
