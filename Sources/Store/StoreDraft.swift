import Platform

/// How a file of the store comes into being: it is made and on disk under another name before it gets its own, so it is
/// there as a whole or not at all.
enum StoreDraft {
  /// Makes a file, unless one is there.
  ///
  /// The lock on the folder keeps two processes from using the other name at once; where a file system has no such locks,
  /// linking still never replaces a file that is there.
  ///
  /// - Parameters:
  ///   - path: The name that it gets.
  ///   - folder: Its folder, open.
  ///   - location: The store.
  ///   - fill: Is given an empty file under its provisional name, open and by its path.
  static func make(
    _ path: Path, in folder: borrowing FileHandle, of location: StoreLocation,
    _ fill: (borrowing FileHandle, Path) throws(StoreError) -> Void
  ) throws(StoreError) {
    var status: Int32
    repeat { status = flock(folder.descriptor, LOCK_EX) } while status != 0 && errno == EINTR
    defer { flock(folder.descriptor, LOCK_UN) }

    let draft = draftPath(path)
    remove(draft)
    let file = FileHandle(
      draft.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) })
    guard file.isOpen else { throw .cannotAccess(path: draft, reason: systemMessage(errno)) }
    defer { remove(draft) }
    try fill(file, draft)
    try file.synchronise(path: draft)
    let linked = draft.withCString { draft in path.withCString { path in link(draft, path) } }
    guard linked == 0 || errno == EEXIST else {
      throw .cannotAccess(path: path, reason: systemMessage(errno))
    }
    try folder.synchronise(path: location.directory)
  }

  /// Removes what a process left that was killed while it made a file, unless one is at it right now.
  static func removeLeft(beside path: Path, in folder: borrowing FileHandle) {
    let draft = draftPath(path)
    guard draft.withCString({ access($0, F_OK) }) == 0, flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(draft)
    flock(folder.descriptor, LOCK_UN)
  }

  private static func draftPath(_ path: Path) -> Path {
    Path(path.bytes + Array(".new".utf8))
  }

  private static func remove(_ path: Path) {
    _ = path.withCString { unlink($0) }
  }
}
