import Platform

/// A file that appears under its name only when it is complete: it grows beside it as `NAME.partial`.
final class OutputFile {
  let path: Path
  private let partialPath: Path
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates the partial file.
  ///
  /// - Parameter mode: Who may do what with it, before the process's mask takes away.
  init(path: Path, mode: mode_t = 0o666) throws(Failure) {
    self.path = path
    partialPath = Path(path.bytes + Array(".partial".utf8))
    descriptor = partialPath.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, mode)
    }
    guard descriptor >= 0 else { throw .writing(path.description, errorNumber: errno) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    _ = partialPath.withCString { unlink($0) }
  }

  func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 64 << 10 { try flush() }
  }

  /// Completes the file under its name; `beginning` replaces as many bytes at its start.
  func finish(replacingBeginningWith beginning: [UInt8] = []) throws(Failure) {
    try flush()
    if !beginning.isEmpty {
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .writing(path.description, errorNumber: errno) }
      try writeAll(beginning, to: descriptor, named: path.description)
    }
    let status = close(descriptor)
    let errorNumber = errno
    descriptor = -1
    guard status == 0 else { throw .writing(path.description, errorNumber: errorNumber) }
    let renamed = partialPath.withCString { from in path.withCString { to in rename(from, to) } }
    guard renamed == 0 else {
      let errorNumber = errno
      _ = partialPath.withCString { unlink($0) }
      throw .writing(path.description, errorNumber: errorNumber)
    }
  }

  private func flush() throws(Failure) {
    try writeAll(buffer, to: descriptor, named: path.description)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Creates a folder and those above it, as far as they are missing.
  static func createFolder(_ path: Path) throws(Failure) {
    for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      _ = Path(Array(path.bytes[..<index])).withCString { mkdir($0, 0o777) }
    }
    if path.withCString({ mkdir($0, 0o777) }) == 0 { return }
    let errorNumber = errno
    var status = stat()
    let exists = path.withCString { stat($0, &status) } == 0
    guard exists, status.st_mode & S_IFMT == S_IFDIR else {
      throw .writing(path.description, errorNumber: errorNumber)
    }
  }
}

/// Writes all bytes to an open file, however often the system interrupts.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(Failure) {
  var position = 0
  while position < bytes.count {
    let written = bytes.withUnsafeBytes { buffer in
      Platform.write(descriptor, buffer.baseAddress?.advanced(by: position), bytes.count - position)
    }
    if written < 0 {
      if errno == EINTR { continue }
      throw .writing(name, errorNumber: errno)
    }
    position += written
  }
}
