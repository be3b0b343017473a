import Platform

/// The end of an audit log, as far as the next line has to know it.
struct AuditTail {
  /// Whether the last line was cut short, by a full disk for example.
  let endsInsideLine: Bool
  private let lines: [AuditLine]

  /// Bytes that are looked at; many lines, for all that are written and not yet noted in the store.
  private static let byteCount = 256 << 10

  /// Reads the end of a log.
  init(_ file: borrowing FileHandle, path: Path) throws(StoreError) {
    let end = lseek(file.descriptor, 0, SEEK_END)
    let start = max(0, end - off_t(Self.byteCount))
    guard end >= 0, lseek(file.descriptor, start, SEEK_SET) == start else {
      throw .cannotAccess(path: path, reason: systemMessage(errno))
    }
    let bytes = try file.readBytes(limit: Int(end - start), path: path)
    let lineFeed = UInt8(ascii: "\n")
    endsInsideLine = bytes.last.map { $0 != lineFeed } ?? false
    var pieces = bytes.split(separator: lineFeed)
    // It may begin inside a line.
    if start > 0, !pieces.isEmpty { pieces.removeFirst() }
    lines = pieces.compactMap { AuditLine(Array($0)) }
  }

  /// The line that the next one hangs on.
  ///
  /// - Parameter known: The last line that the store knows of; `nil` where there is none, or no store.
  /// - Returns: The last line of the file, where it is the known one or hangs on it: a process that was killed may have
  ///   written a line and not noted it. Else the known one, so that the gap stays for everybody to see.
  func last(after known: AuditHead?) -> AuditHead? {
    guard let last = lines.last else { return known }
    guard let known else { return last.head }
    var next: AuditLine?
    for line in lines.reversed() {
      if let next, next.previous != line.digest { break }
      if line.digest == known.digest || line.previous == known.digest { return last.head }
      next = line
    }
    return known
  }
}
