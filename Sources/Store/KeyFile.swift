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
    let hasDatabase = try exists(location.database)
    if let key = try read(location.key) {
      StoreDraft.removeLeft(beside: location.key, in: folder)
      return key
    }
    guard !hasDatabase else { throw .keyMissing(path: location.key) }
    try make(location, folder: folder)
    guard let key = try read(location.key) else { throw .keyMissing(path: location.key) }
    return key
  }

  private static func exists(_ path: Path) throws(StoreError) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(of: path, followsLinks: false)
      return true
    } catch {
      guard error.code == ENOENT else { throw .cannotAccess(path: path, reason: error.description) }
      return false
    }
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

  private static func make(_ location: StoreLocation, folder: borrowing FileHandle) throws(StoreError) {
    try StoreDraft.make(location.key, in: folder, of: location) { (file, draft) throws(StoreError) in
      var key = try Sodium.randomBytes(StoreKey.byteCount)
      defer { Sodium.wipe(&key) }
      try file.writeBytes(key, path: draft)
    }
  }
}
