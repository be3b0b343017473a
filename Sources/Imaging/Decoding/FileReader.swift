import Platform

/// Reads whole files with a limit on their size, and nothing but ordinary files: a device or a pipe may never
/// end.
enum FileReader {
  /// The content of a file.
  ///
  /// - Parameters:
  ///   - path: Path of an ordinary file, or of a link to one.
  ///   - limit: Most bytes that are accepted.
  static func bytes(ofFile file: Path, limit: Int) throws(ImageError) -> [UInt8] {
    let path = file.text
    guard !file.bytes.isEmpty, !file.bytes.contains(0) else { throw .notFound(path: path) }
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let descriptor = file.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw openingError(path: path, code: errno) }
    defer { close(descriptor) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, reason: systemMessage(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isDirectory(path: path)
    default: throw .notRegularFile(path: path)
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw .fileTooLarge(path: path, byteCount: size, limit: limit) }
    return try content(of: descriptor, path: path, expectedCount: size, limit: limit)
  }

  /// Reads until the end of the file, which may differ from the size it had a moment ago; some file systems
  /// state a size of 0 for every file.
  private static func content(
    of descriptor: Int32, path: String, expectedCount: Int, limit: Int
  ) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = expectedCount + 1
    while true {
      var failureCode: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = 0
        while count < room {
          let received = read(descriptor, buffer.baseAddress.map { $0 + count }, room - count)
          if received > 0 {
            count += received
          } else if received == 0 {
            return
          } else if errno != EINTR {
            failureCode = errno
            return
          }
        }
      }
      guard failureCode == 0 else { throw .cannotRead(path: path, reason: systemMessage(failureCode)) }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else {
        throw .fileTooLarge(path: path, byteCount: bytes.count, limit: limit)
      }
      if chunk.count < room { return bytes }
      room = 1 << 20
    }
  }

  private static func openingError(path: String, code: Int32) -> ImageError {
    switch code {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .permissionDenied(path: path)
    case ENXIO: .notRegularFile(path: path)
    default: .cannotRead(path: path, reason: systemMessage(code))
    }
  }
}

/// The operating system's words for an error number.
func systemMessage(_ code: Int32) -> String {
  // strerror shares one buffer between threads only for unknown numbers, so keep to the known ones.
  guard code > 0, code < 134, let message = strerror(code) else { return "error \(code)" }
  return String(cString: message)
}
