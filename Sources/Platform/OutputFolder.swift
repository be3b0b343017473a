/// A folder that runs of one kind write their results to, one run at a time.
///
/// A hidden file in it says so: it names the kind, lists what the runs wrote, and carries the lock. A run takes a folder
/// that is new, empty or marked by its kind, and nothing but what the mark lists is ever replaced or removed. What it makes
/// is for its owner alone.
///
/// The file that is called the seal is taken away before the others change and comes back last, so whoever finds the same
/// one before and after has read files of one run; see `readingWhole`.
package final class OutputFolder {
  /// The name of the file that marks a folder.
  package static let markName = ".facelatch-folder"

  package let path: Path
  private let seal: String
  private let mark: Int32
  private var owned: [String]

  /// Takes a folder, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - path: The folder; those above it are made, too.
  ///   - kind: What the runs of this kind are called, one word.
  ///   - seal: The name of the file that such a run writes last.
  ///   - isShared: Whether others of the kind that say so as well may be at work at the same time.
  package init(_ path: Path, kind: String, seal: String, isShared: Bool = false) throws(OutputFolderError) {
    try OutputFolderError.naming { () throws(FileError) in try Folder.make(path, mode: 0o700) }
    self.path = path
    self.seal = seal
    let markPath = path.appending(Self.markName)
    // Before the mark is made: nothing is left in a folder that is somebody's.
    try Self.checkIsFree(path)
    mark = try OutputFolderError.naming { () throws(FileError) in try Self.open(markPath) }
    owned = []
    do throws(OutputFolderError) {
      try Self.lock(mark, isShared: isShared, path)
      owned = try Self.names(in: mark, kind: kind, path)
    } catch {
      close(mark)
      throw error
    }
  }

  deinit { close(mark) }

  /// Begins a file of the run, which appears when it is finished.
  package func file(_ name: String) throws(OutputFolderError) -> OutputFile {
    try claim(name)
    return try OutputFolderError.naming { () throws(FileError) in
      try OutputFile(path.appending(name), mode: 0o600, mayBeStream: false)
    }
  }

  /// Takes the seal of an earlier run away: its files are no whole any more.
  package func breakSeal() throws(OutputFolderError) {
    try remove([seal])
  }

  /// Removes what earlier runs wrote, the seal first.
  package func removeEarlierFiles() throws(OutputFolderError) {
    try breakSeal()
    try remove(owned)
  }

  private func remove(_ names: [String]) throws(OutputFolderError) {
    for name in names where owned.contains(name) {
      let file = path.appending(name)
      guard file.withCString({ unlink($0) }) != 0, errno != ENOENT else { continue }
      throw .file(FileError(file, .last))
    }
  }

  /// Writes down that a name is this kind's, before a file gets it.
  private func claim(_ name: String) throws(OutputFolderError) {
    guard !owned.contains(name) else { return }
    let file = path.appending(name)
    guard (try? FileStatus(of: file, followsLinks: false)) == nil else { throw .foreignFile(file) }
    let mark = mark
    try Self.naming(path) { () throws(SystemError) in
      try writeAll(Array("\(name)\n".utf8), toDescriptor: mark)
      try synchronise(descriptor: mark)
    }
    owned.append(name)
  }

  // MARK: - The mark

  private static func checkIsFree(_ path: Path) throws(OutputFolderError) {
    let names = try OutputFolderError.naming { () throws(FileError) in try Folder.names(in: path) }
    guard names.isEmpty || names.contains(Array(markName.utf8)) else { throw .foreign(path) }
  }

  private static func open(_ mark: Path) throws(FileError) -> Int32 {
    let descriptor = mark.withCString {
      Platform.open($0, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw FileError(mark, .last) }
    return descriptor
  }

  private static func lock(_ mark: Int32, isShared: Bool, _ path: Path) throws(OutputFolderError) {
    while flock(mark, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { throw .busy(path) }
      // Some file systems have no locks.
      if errno != EINTR { return }
    }
  }

  /// The names that the mark lists; a mark without a word is written, if nothing else lies in the folder.
  private static func names(
    in mark: Int32, kind: String, _ path: Path
  ) throws(OutputFolderError) -> [String] {
    let status = try naming(path) { () throws(SystemError) in try FileStatus(ofDescriptor: mark) }
    guard status.kind == .regular, status.owner == geteuid() else { throw .foreign(path) }
    let bytes = try naming(path) { () throws(SystemError) in
      try FileReader.piece(ofDescriptor: mark, byteCount: byteLimit)
    }
    let title = "Facelatch \(kind)"
    // A line that a killed process left unfinished names nothing.
    let whole = bytes[..<(bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)]
    let lines = String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
    guard let first = lines.first else {
      let names = try OutputFolderError.naming { () throws(FileError) in try Folder.names(in: path) }
      guard names == [Array(markName.utf8)] else { throw .foreign(path) }
      try naming(path) { () throws(SystemError) in
        try cut(mark, to: 0)
        try writeAll(Array("\(title)\n".utf8), toDescriptor: mark)
        try synchronise(descriptor: mark)
      }
      return []
    }
    guard first == title else {
      guard first.hasPrefix("Facelatch ") else { throw .foreign(path) }
      throw .otherKind(path, kind: printable(String(first.dropFirst("Facelatch ".count)), limit: 40))
    }
    if whole.count < bytes.count {
      try naming(path) { () throws(SystemError) in try cut(mark, to: whole.count) }
    }
    return lines.dropFirst().filter { !$0.contains("/") && !$0.hasPrefix(".") }
  }

  private static func cut(_ mark: Int32, to byteCount: Int) throws(SystemError) {
    guard ftruncate(mark, byteCount) == 0 else { throw .last }
  }

  private static func naming<Result>(
    _ path: Path, _ body: () throws(SystemError) -> Result
  ) throws(OutputFolderError) -> Result {
    try OutputFolderError.naming { () throws(FileError) in
      try FileError.naming(path.appending(markName), body)
    }
  }

  private static let byteLimit = 16 << 20
}

// MARK: - Reading

extension OutputFolder {
  /// Whether runs of any kind have marked a folder as theirs.
  package static func isMarked(_ path: Path) -> Bool {
    (try? FileStatus(of: path.appending(markName), followsLinks: false)) != nil
  }

  /// Reads files that belong together.
  ///
  /// - Parameters:
  ///   - path: The folder; its mark does not matter.
  ///   - seal: The name of the file that is written last.
  /// - Returns: What `body` returns; `nil` where the seal is missing, or another run wrote meanwhile.
  package static func readingWhole<Result, Failure>(
    _ path: Path, seal: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    // Held open, so that no new file can have the same identity.
    let sealPath = path.appending(seal)
    guard let descriptor = try? FileReader.open(sealPath, accepting: [.regular]) else { return nil }
    defer { close(descriptor) }
    let result = try body()
    guard let former = try? FileStatus(ofDescriptor: descriptor), let now = try? FileStatus(of: sealPath),
      former.identity == now.identity
    else { return nil }
    return result
  }
}
