import Platform

/// The file of the store's database.
enum DatabaseFile {
  /// Makes the database where there is none, with its tables and for this key.
  ///
  /// It appears as a whole. So one without a byte, or without tables, is a damaged one and never a new one.
  ///
  /// - Throws: `StoreError.notAStore` for an empty file, `.tooOpen`, `.wrongOwner`, `.wrongKind`.
  static func findOrMake(
    _ location: StoreLocation, folder: borrowing FileHandle, schema: SQLiteSchema, key: StoreKey
  ) throws(StoreError) {
    let path = location.database
    if try checkedByteCount(path) == nil {
      try StoreDraft.make(path, in: folder, of: location) { (_, draft) throws(StoreError) in
        let connection = try StoreConnection(path: draft, patienceSeconds: 0)
        // Whoever is killed here leaves a draft, and nothing that would have to be undone.
        try connection.execute("PRAGMA journal_mode = MEMORY")
        try schema.create(connection, key: key)
      }
    } else {
      StoreDraft.removeLeft(beside: path, in: folder)
    }
    guard let byteCount = try checkedByteCount(path) else {
      throw .cannotAccess(path: path, reason: systemMessage(ENOENT))
    }
    guard byteCount > 0 else { throw .notAStore(path: path, reason: "it is empty") }
  }

  /// The size of a file that is the owner's alone; `nil` where there is none.
  private static func checkedByteCount(_ path: Path) throws(StoreError) -> Int? {
    guard let file = try FilePermissions.openPrivateFile(path, flags: O_RDWR) else { return nil }
    let descriptor = file.descriptor
    return try StoreError.naming(path) { () throws(SystemError) in
      try FileStatus(ofDescriptor: descriptor).byteCount
    }
  }
}
