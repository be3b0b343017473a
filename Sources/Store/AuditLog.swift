import Platform

/// The log of decisions: one JSON object per line, only ever appended to.
public struct AuditLog: Sendable {
  /// The file; it is made for the owner alone when it is missing.
  public let path: Path

  public init(path: Path) {
    self.path = path
  }

  /// The log in a store's folder.
  public init(location: StoreLocation) {
    self.init(path: location.auditLog)
  }

  /// Adds one line.
  ///
  /// - Throws: `StoreError` when the file cannot be written, or when others can reach it.
  public func append(_ entry: AuditEntry) throws(StoreError) {
    guard let file = try FilePermissions.openPrivateFile(path, flags: O_RDWR | O_APPEND | O_CREAT) else {
      throw .cannotAccess(path: path, reason: systemMessage(ENOENT))
    }
    // One call for the whole line, so that lines of several processes do not mix. A line that a full disk cut short
    // is closed first.
    var line = try endsInsideLine(file) ? [UInt8(ascii: "\n")] : []
    line += entry.json.text.utf8
    line.append(UInt8(ascii: "\n"))
    try file.writeBytes(line, path: path)
  }

  private func endsInsideLine(_ file: borrowing FileHandle) throws(StoreError) -> Bool {
    let end = lseek(file.descriptor, 0, SEEK_END)
    guard end > 0 else { return false }
    var last: UInt8 = 0
    guard pread(file.descriptor, &last, 1, end - 1) == 1 else {
      throw .cannotAccess(path: path, reason: systemMessage(errno))
    }
    return last != UInt8(ascii: "\n")
  }
}
