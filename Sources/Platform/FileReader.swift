/// Reads whole files.
package enum FileReader {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: A file or a link to one.
  ///   - limit: Most bytes that are accepted.
  ///   - kinds: What may lie there. A pipe is read until its writers are gone; a device may never end.
  ///   - patienceSeconds: How long a pipe that nobody writes to is waited for.
  ///   - prepare: Called with each piece of memory before it is filled.
  /// - Throws: `FileError` that names `path`.
  package static func contents(
    of path: Path, limit: Int, accepting kinds: Set<FileKind> = [.regular],
    patienceSeconds: Double = usualPatienceSeconds,
    preparing prepare: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
  ) throws(FileError) -> [UInt8] {
    let descriptor = try open(path, accepting: kinds)
    defer { close(descriptor) }
    let status = try FileError.naming(path) { () throws(SystemError) in
      try FileStatus(ofDescriptor: descriptor)
    }
    let beginning =
      status.kind == .pipe ? try awaitWriter(descriptor, path, patienceSeconds: patienceSeconds) : []
    return try contents(
      ofDescriptor: descriptor, named: path, behind: beginning, expectedByteCount: status.byteCount,
      limit: limit, preparing: prepare)
  }

  /// Everything up to the end of an open file, which may differ from the size it had a moment ago; some file systems
  /// state a size of 0 for every file.
  ///
  /// - Parameters:
  ///   - name: What errors call it.
  ///   - beginning: Bytes that were read before.
  ///   - expectedByteCount: As many bytes are read at first.
  ///   - limit: Most bytes that are accepted.
  ///   - prepare: Called with each piece of memory before it is filled.
  package static func contents(
    ofDescriptor descriptor: Int32, named name: Path, behind beginning: [UInt8] = [],
    expectedByteCount: Int = 0, limit: Int,
    preparing prepare: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
  ) throws(FileError) -> [UInt8] {
    guard expectedByteCount <= limit else {
      throw FileError(name, .tooLarge(byteCount: expectedByteCount, limit: limit))
    }
    var bytes = beginning
    // One byte more than the size, so that the end of a regular file shows without growing the buffer.
    var room = expectedByteCount > 0 ? expectedByteCount + 1 : smallestRoom
    while true {
      let piece = try FileError.naming(name) { () throws(SystemError) in
        try Self.piece(ofDescriptor: descriptor, byteCount: room, preparing: prepare)
      }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      guard bytes.count <= limit else {
        throw FileError(name, .tooLarge(byteCount: bytes.count, limit: limit))
      }
      if piece.count < room { return bytes }
      room = max(smallestRoom, min(bytes.count, largestRoom))
    }
  }

  /// The first bytes of an ordinary file, fewer where it is shorter; none where it cannot be read.
  package static func beginning(of path: Path, byteCount: Int) -> [UInt8] {
    guard let descriptor = try? open(path, accepting: [.regular]) else { return [] }
    defer { close(descriptor) }
    return (try? piece(ofDescriptor: descriptor, byteCount: byteCount)) ?? []
  }

  /// Up to so many bytes of an open file; fewer only at its end.
  ///
  /// - Throws: What the system refuses; `ENOMEM` where there is no memory for the bytes.
  package static func piece(
    ofDescriptor descriptor: Int32, byteCount: Int,
    preparing prepare: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
  ) throws(SystemError) -> [UInt8] {
    if byteCount >= MemoryRoom.leastAskedByteCount, !MemoryRoom.has(byteCount) {
      throw SystemError(code: ENOMEM)
    }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      prepare(UnsafeMutableRawBufferPointer(buffer))
      count = 0
      while count < byteCount {
        let received = read(descriptor, buffer.baseAddress.map { $0 + count }, byteCount - count)
        if received > 0 {
          count += received
        } else if received == 0 {
          return
        } else if errno == EAGAIN {
          waitForBytes(descriptor)
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Opens what lies under a name for reading, for the caller to close. Never waits.
  ///
  /// What is not accepted is not even opened: somebody who waits to write to a pipe would see a reader come and go, and a
  /// device may act on it.
  package static func open(_ path: Path, accepting kinds: Set<FileKind>) throws(FileError) -> Int32 {
    guard path.isUsable else { throw FileError(path, .noPath) }
    let kind = try FileError.naming(path) { () throws(SystemError) in try FileStatus(of: path).kind }
    guard kinds.contains(kind) else { throw FileError(path, .unsuitable(kind)) }
    let descriptor = path.withCString { Platform.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard descriptor >= 0 else { throw FileError(path, .last) }
    // Something else may have come to lie there meanwhile.
    let found = (try? FileStatus(ofDescriptor: descriptor))?.kind ?? .unknown
    guard kinds.contains(found) else {
      close(descriptor)
      throw FileError(path, .unsuitable(found))
    }
    return descriptor
  }

  // MARK: - Pipes

  /// How long a pipe that nobody writes to is waited for, where nobody says otherwise.
  package static let usualPatienceSeconds = 10.0

  /// Waits until somebody has opened a pipe to write to it.
  ///
  /// - Returns: A byte, where that was needed to know; the pipe goes on behind it.
  private static func awaitWriter(
    _ descriptor: Int32, _ path: Path, patienceSeconds: Double
  ) throws(FileError) -> [UInt8] {
    let deadline = MonotonicClock.seconds() + patienceSeconds
    while true {
      // Bytes, or the end after a writer was there.
      var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&query, 1, 20) > 0 { return [] }
      var byte: UInt8 = 0
      // Without a writer this finds the end, with one it would have to wait.
      switch read(descriptor, &byte, 1) {
      case 1: return [byte]
      case 0 where isNameless(descriptor): return []
      case 0: break
      default:
        if errno == EAGAIN { return [] }
        if errno != EINTR { throw FileError(path, .last) }
      }
      guard MonotonicClock.seconds() < deadline else {
        throw FileError(path, .noWriter(seconds: patienceSeconds))
      }
    }
  }

  /// Whether a pipe has no name that another writer could open, as those between two programs.
  private static func isNameless(_ descriptor: Int32) -> Bool {
    let kind = Array("pipe:".utf8)
    var name = [CChar](repeating: 0, count: kind.count)
    let count = readlink("/proc/self/fd/\(descriptor)", &name, name.count)
    return count == kind.count && name.map { UInt8(bitPattern: $0) } == kind
  }

  /// Waits until a descriptor that does not wait by itself has something to read.
  private static func waitForBytes(_ descriptor: Int32) {
    var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&query, 1, -1)
  }

  private static let smallestRoom = 64 << 10
  private static let largestRoom = 16 << 20
}
