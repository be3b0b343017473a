import Platform

/// The log of decisions: one JSON object per line, only ever appended to.
///
/// Each line has its number and the SHA-256 of the line before, so that a line that was changed, removed or put in shows, to
/// anybody who has the file. The store keeps number and digest of the last one, sealed, so that a cut at the end shows too.
public struct AuditLog: Sendable {
  /// The file; it is made for the owner alone when it is missing.
  public let path: Path

  /// Keeps what the last line is; `nil` for a log that stands alone.
  let store: SQLiteStore?

  /// Seconds for which other processes may write before an entry is given up.
  private static let patienceSeconds = SQLiteStore.patienceSeconds

  /// A log that stands alone: that its end was cut off, nobody can tell.
  public init(path: Path) {
    self.path = path
    store = nil
  }

  /// The log of a store, in its folder.
  public init(of store: SQLiteStore) {
    path = store.location.auditLog
    self.store = store
  }

  /// Adds one line, on disk when this returns.
  ///
  /// - Throws: `StoreError` when the file cannot be written, or when others can reach it.
  public func append(_ entry: AuditEntry) throws(StoreError) {
    guard let file = try FilePermissions.openPrivateFile(path, flags: O_RDWR | O_APPEND | O_CREAT) else {
      throw .cannotAccess(path: path, reason: systemMessage(ENOENT))
    }
    // Until the file is closed: nobody else may write between the line that is read here and the one that hangs on it.
    try lock(file, LOCK_EX)
    let tail = try AuditTail(file, path: path)
    let last = tail.last(after: try store?.auditHead())
    var entry = entry
    entry.number = (last?.number ?? 0) + 1
    entry.previous = last?.digest
    let line = Array(entry.json.text.utf8)
    // A line that a full disk cut short is closed first.
    let lineFeed = UInt8(ascii: "\n")
    try file.writeBytes((tail.endsInsideLine ? [lineFeed] : []) + line + [lineFeed], path: path)
    // Before the store knows of it: a power cut must not look like a cut line.
    try file.synchronise(path: path)
    if let store, let written = AuditLine(line) { try store.setAuditHead(written.head) }
  }

  /// Waits until nobody else writes, or with `LOCK_EX` reads.
  func lock(_ file: borrowing FileHandle, _ kind: Int32) throws(StoreError) {
    let end = MonotonicClock.seconds() + Self.patienceSeconds
    while flock(file.descriptor, kind | LOCK_NB) != 0 {
      // Some file systems know no such locks; lines of two processes at once then show as a break.
      if errno == ENOLCK || errno == EOPNOTSUPP { return }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .cannotAccess(path: path, reason: systemMessage(errno))
      }
      guard MonotonicClock.seconds() < end else { throw .busy(path: path, seconds: Self.patienceSeconds) }
      usleep(2_000)
    }
  }
}
