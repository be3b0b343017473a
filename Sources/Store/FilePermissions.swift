import Platform

/// Makes and checks files that nobody but their owner may reach.
package enum FilePermissions {
  /// Makes a folder and the missing ones above it, all for the owner alone.
  package static func makeFolder(_ path: Path) throws(StoreError) {
    do throws(FileError) {
      try Folder.make(path, mode: 0o700)
    } catch {
      // Whoever opens the folder tells what else lies there.
      guard error.cause != .system(SystemError(code: EEXIST)) else { return }
      throw .cannotAccess(path: path, reason: error.reason)
    }
  }

  /// Refuses a folder that another account could put something else in the place of. The folder itself is looked at when it
  /// is opened.
  package static func checkWay(to path: Path) throws(StoreError) {
    do throws(OwnershipFault) {
      try Ownership().check(path)
    } catch {
      guard error.entry != path.withoutLinks else { return }
      throw .untrusted(error)
    }
  }

  /// Opens a folder that belongs to this account and that nobody else can reach.
  package static func openPrivateFolder(_ path: Path) throws(StoreError) -> FileHandle {
    let handle = try open(path, flags: O_RDONLY | O_DIRECTORY)
    guard handle.isOpen else {
      guard errno != ENOTDIR else { throw .wrongKind(path: path, expected: .folder) }
      throw .cannotAccess(path: path, reason: systemMessage(errno))
    }
    try checkPrivate(handle, path: path, expected: .folder)
    return handle
  }

  /// Opens an ordinary file that belongs to this account and that nobody else can reach.
  ///
  /// - Returns: `nil` when there is no such file.
  package static func openPrivateFile(_ path: Path, flags: Int32) throws(StoreError) -> FileHandle? {
    // O_NONBLOCK: a pipe in the file's place must not stop the program.
    let handle = try open(path, flags: flags | O_NOFOLLOW | O_NONBLOCK)
    guard handle.isOpen else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENXIO, EISDIR: throw .wrongKind(path: path, expected: .file)
      default: throw .cannotAccess(path: path, reason: systemMessage(errno))
      }
    }
    try checkPrivate(handle, path: path, expected: .file)
    return handle
  }

  private static func open(_ path: Path, flags: Int32) throws(StoreError) -> FileHandle {
    guard path.isUsable else { throw .cannotAccess(path: path, reason: FileError(path, .noPath).reason) }
    return FileHandle(path.withCString { Platform.open($0, flags | O_CLOEXEC, 0o600) })
  }

  private static func checkPrivate(
    _ handle: borrowing FileHandle, path: Path, expected: StoreError.Kind
  ) throws(StoreError) {
    let descriptor = handle.descriptor
    let status = try StoreError.naming(path) { () throws(SystemError) in
      try FileStatus(ofDescriptor: descriptor)
    }
    guard status.kind == (expected == .folder ? .folder : .regular) else {
      throw .wrongKind(path: path, expected: expected)
    }
    guard status.owner == geteuid() else { throw .wrongOwner(path: path) }
    guard status.permissions & 0o077 == 0 else {
      throw .tooOpen(path: path, mode: status.permissions & 0o777, kind: expected)
    }
  }
}
