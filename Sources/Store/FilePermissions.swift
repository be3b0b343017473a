#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes and checks files that nobody but their owner may reach.
package enum FilePermissions {
  /// Makes a folder and the missing ones above it, all for the owner alone.
  package static func makeFolder(_ path: String) throws(StoreError) {
    try checkText(path)
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.dropLast(path.hasSuffix("/") ? 1 : 0).lastIndex(of: "/"),
      slash > path.startIndex
    else { throw .cannotAccess(path: path, reason: systemMessage(errno)) }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .cannotAccess(path: path, reason: systemMessage(errno))
    }
  }

  /// Opens a folder that belongs to this account and that nobody else can reach.
  package static func openPrivateFolder(_ path: String) throws(StoreError) -> FileHandle {
    try checkText(path)
    let handle = FileHandle(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard handle.isOpen else {
      guard errno != ENOTDIR else { throw .wrongKind(path: path, expected: "a folder") }
      throw .cannotAccess(path: path, reason: systemMessage(errno))
    }
    try checkPrivate(handle, path: path, kind: S_IFDIR, closedMode: "700")
    return handle
  }

  /// Opens an ordinary file that belongs to this account and that nobody else can reach.
  ///
  /// - Returns: Nothing when there is no such file.
  package static func openPrivateFile(_ path: String, flags: Int32) throws(StoreError) -> FileHandle? {
    // O_NONBLOCK: a pipe in the file's place must not stop the program.
    let handle = FileHandle(open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600))
    guard handle.isOpen else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENXIO, EISDIR: throw .wrongKind(path: path, expected: "an ordinary file")
      default: throw .cannotAccess(path: path, reason: systemMessage(errno))
      }
    }
    try checkPrivate(handle, path: path, kind: S_IFREG, closedMode: "600")
    return handle
  }

  private static func checkPrivate(
    _ handle: borrowing FileHandle, path: String, kind: mode_t, closedMode: String
  ) throws(StoreError) {
    var status = stat()
    guard fstat(handle.descriptor, &status) == 0 else {
      throw .cannotAccess(path: path, reason: systemMessage(errno))
    }
    guard status.st_mode & S_IFMT == kind else {
      throw .wrongKind(path: path, expected: kind == S_IFDIR ? "a folder" : "an ordinary file")
    }
    guard status.st_uid == geteuid() else { throw .wrongOwner(path: path) }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw .tooOpen(path: path, mode: mode, cure: "chmod \(closedMode) '\(path)'")
    }
  }

  private static func checkText(_ path: String) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .cannotAccess(path: PlainText.printable(path, limit: 200), reason: "this is no path")
    }
  }
}

/// An open file, closed at the end of its life.
package struct FileHandle: ~Copyable {
  package let descriptor: Int32

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  package var isOpen: Bool { descriptor >= 0 }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads up to `limit` bytes.
  package borrowing func readBytes(limit: Int, path: String) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let start = count
      let received = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + start }, limit - start)
      }
      if received == 0 { break }
      if received > 0 {
        count += received
      } else if errno != EINTR {
        throw .cannotAccess(path: path, reason: systemMessage(errno))
      }
    }
    bytes.removeLast(limit - count)
    return bytes
  }

  /// Writes all bytes, with one call where the system takes them at once.
  package borrowing func writeBytes(_ bytes: [UInt8], path: String) throws(StoreError) {
    var count = 0
    while count < bytes.count {
      let start = count
      let written = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written >= 0 {
        count += written
      } else if errno != EINTR {
        throw .cannotAccess(path: path, reason: systemMessage(errno))
      }
    }
  }

  /// Waits until everything has reached the disk.
  package borrowing func synchronise(path: String) throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw .cannotAccess(path: path, reason: systemMessage(errno)) }
  }
}

/// The operating system's words for an error number.
package func systemMessage(_ code: Int32) -> String {
  // The C library shares one buffer between threads for numbers that it does not know, so keep to the known ones.
  guard code > 0, code < 134, let message = strerror(code) else { return "error \(code)" }
  return String(cString: message)
}
