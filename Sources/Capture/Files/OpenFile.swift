import Platform

/// A file or pipe that was opened by its path.
struct OpenFile {
  /// Belongs to whoever asked for it.
  let descriptor: Int32

  init(_ path: String) throws(CaptureError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .source(reason: "\(path): no such file; check the path")
    }
    // Opening a pipe that nobody writes to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw .source(reason: "\(path): cannot be opened (\(systemMessage(errno))); check the path")
    }
    guard let kind = Self.kind(descriptor), [S_IFREG, S_IFIFO, S_IFSOCK].contains(kind) else {
      close(descriptor)
      throw .source(
        reason: "\(path): is a folder or a device, not a recording; let a program such as ffmpeg read it")
    }
    self.descriptor = descriptor
  }

  /// Whether a descriptor leads to an ordinary file.
  static func isOrdinary(_ descriptor: Int32) -> Bool { kind(descriptor) == S_IFREG }

  private static func kind(_ descriptor: Int32) -> mode_t? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
