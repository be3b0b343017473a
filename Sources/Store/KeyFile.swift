import Platform

/// The file that holds the key of a store, for the owner's eyes alone.
enum KeyFile {
  /// Reads the key, or makes a new one beside a database that is not there yet.
  ///
  /// - Parameters:
  ///   - location: The store.
  ///   - folder: Its folder, open.
  /// - Throws: `StoreError.keyMissing` when there is a database but no key, `.tooOpen`, `.wrongOwner`, `.wrongKind`,
  ///   `.keyDamaged`.
  static func readOrMake(
    _ location: StoreLocation, folder: borrowing FileHandle
  ) throws(StoreError) -> StoreKey {
    // The key is always made before the database. So a database that was there before the key was looked for, and
    // no key, means that the key was lost; the other order would misread two processes that start at once.
    let hasDatabase = try holdsData(location.database)
    if let key = try read(location.key) {
      removeLeftDraft(location, folder: folder)
      return key
    }
    guard !hasDatabase else { throw .keyMissing(path: location.key) }
    try make(location, folder: folder)
    guard let key = try read(location.key) else { throw .keyMissing(path: location.key) }
    return key
  }

  private static func draftPath(_ location: StoreLocation) -> Path {
    Path(location.key.bytes + Array(".new".utf8))
  }

  /// Removes what a process left that was killed while it made the key, unless one is at it right now.
  private static func removeLeftDraft(_ location: StoreLocation, folder: borrowing FileHandle) {
    let draft = draftPath(location)
    guard draft.withCString({ access($0, F_OK) }) == 0, flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(draft)
    flock(folder.descriptor, LOCK_UN)
  }

  private static func holdsData(_ path: Path) throws(StoreError) -> Bool {
    do throws(SystemError) {
      return try FileStatus(of: path, followsLinks: false).byteCount > 0
    } catch {
      guard error.code == ENOENT else { throw .cannotAccess(path: path, reason: error.description) }
      return false
    }
  }

  private static func remove(_ path: Path) {
    _ = path.withCString { unlink($0) }
  }

  private static func read(_ path: Path) throws(StoreError) -> StoreKey? {
    guard let file = try FilePermissions.openPrivateFile(path, flags: O_RDONLY) else { return nil }
    var bytes = try file.readBytes(limit: StoreKey.byteCount + 1, path: path)
    guard bytes.count == StoreKey.byteCount else {
      let count = bytes.count
      Sodium.wipe(&bytes)
      throw .keyDamaged(path: path, byteCount: count)
    }
    return try StoreKey(taking: &bytes)
  }

  /// Makes the key file in one step: it is written and on disk under another name before it gets its own.
  ///
  /// The lock on the folder keeps two processes from using that other name at once; where a file system has no such
  /// locks, linking still never replaces a key that is there.
  private static func make(_ location: StoreLocation, folder: borrowing FileHandle) throws(StoreError) {
    var status: Int32
    repeat { status = flock(folder.descriptor, LOCK_EX) } while status != 0 && errno == EINTR
    defer { flock(folder.descriptor, LOCK_UN) }

    let draft = draftPath(location)
    remove(draft)
    let file = FileHandle(
      draft.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) })
    guard file.isOpen else { throw .cannotAccess(path: draft, reason: systemMessage(errno)) }
    defer { remove(draft) }
    var key = try Sodium.randomBytes(StoreKey.byteCount)
    defer { Sodium.wipe(&key) }
    try file.writeBytes(key, path: draft)
    try file.synchronise(path: draft)
    let linked = draft.withCString { draft in location.key.withCString { key in link(draft, key) } }
    guard linked == 0 || errno == EEXIST else {
      throw .cannotAccess(path: location.key, reason: systemMessage(errno))
    }
    try folder.synchronise(path: location.directory)
  }
}
