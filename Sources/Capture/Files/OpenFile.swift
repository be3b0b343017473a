import Platform

/// A file or pipe that was opened by its path.
struct OpenFile {
  /// Belongs to whoever asked for it.
  let descriptor: Int32

  init(_ path: Path) throws(CaptureError) {
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else {
      throw .source(name: path.description, reason: "no such file; check the path")
    }
    // Opening a pipe that nobody writes to would wait for ever.
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      throw .source(
        name: path.description, reason: "cannot be opened (\(systemMessage(errno))); check the path")
    }
    guard let kind = Self.kind(descriptor), [S_IFREG, S_IFIFO, S_IFSOCK].contains(kind) else {
      Self.close(descriptor)
      throw .source(
        name: path.description,
        reason: "is a folder or a device, not a recording; let a program such as ffmpeg read it")
    }
    self.descriptor = descriptor
  }

  static func close(_ descriptor: Int32) { _ = Platform.close(descriptor) }

  /// Whether a descriptor leads to an ordinary file.
  static func isOrdinary(_ descriptor: Int32) -> Bool { kind(descriptor) == S_IFREG }

  private static func kind(_ descriptor: Int32) -> mode_t? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
