import Formats
import Platform

/// An audit log as it was read and checked.
public struct AuditExamination: Sendable {
  /// The entries, in the order of the file.
  package private(set) var lines: [AuditLine] = []

  /// What is wrong with the log, in the order of the file; empty for a sound one.
  public private(set) var faults: [AuditFault] = []

  /// Entries at the end that the store was not told of, because their process was killed before it could; their last one may
  /// have been changed without anybody knowing.
  public private(set) var unconfirmedCount = 0

  /// Most bytes of a log that are read.
  fileprivate static let byteLimit = 1 << 30

  private var lineCount = 0
  private var lastLine = 0

  fileprivate init(_ bytes: [UInt8], known: AuditHead?, hasStore: Bool) {
    for piece in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lineCount += 1
      if !piece.isEmpty { add(Array(piece)) }
    }
    if hasStore { checkEnd(known) }
  }

  private mutating func add(_ bytes: [UInt8]) {
    guard let line = AuditLine(bytes) else {
      faults.append(.notAnEntry(line: lineCount))
      return
    }
    let expected = (lines.last?.number ?? 0) + 1
    if line.number > expected {
      faults.append(.missing(count: line.number - expected, beforeLine: lineCount))
    } else if line.number < expected {
      faults.append(.disordered(line: lineCount))
    } else if line.previous != lines.last?.digest {
      faults.append(lines.isEmpty ? .disordered(line: lineCount) : .changed(line: lastLine))
    }
    lines.append(line)
    lastLine = lineCount
  }

  /// Compares the end with what the store knows.
  private mutating func checkEnd(_ known: AuditHead?) {
    guard let last = lines.last else {
      if let known { faults.append(.cutAtEnd(count: known.number)) }
      return
    }
    let place = lines.lastIndex { $0.digest == known?.digest }
    if let place {
      unconfirmedCount = lines.count - 1 - place
    } else if let known, known.number > last.number {
      faults.append(.cutAtEnd(count: known.number - last.number))
    } else {
      faults.append(.unknownToStore(line: lastLine))
    }
  }
}

extension AuditLog {
  /// Reads the log and checks that no line was changed, removed or put in; where it is a store's, the end as well.
  ///
  /// - Throws: `StoreError` when log or store cannot be read. A log that is not there is an empty one.
  public func examined() throws(StoreError) -> AuditExamination {
    guard let file = try FilePermissions.openPrivateFile(path, flags: O_RDONLY) else {
      return AuditExamination([], known: try store?.auditHead(), hasStore: store != nil)
    }
    // Nobody writes between the last line and what the store knows of it.
    try lock(file, LOCK_SH)
    let bytes = try file.readAll(limit: AuditExamination.byteLimit, path: path)
    return AuditExamination(bytes, known: try store?.auditHead(), hasStore: store != nil)
  }
}
