/// Reads whole files.
package enum FileReader {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: A file or a link to one.
  ///   - limit: Most bytes that are accepted.
  ///   - kinds: What may lie there. Where pipes are among it, this waits for somebody to write; a device may never end.
  ///   - prepare: Called with each piece of memory before it is filled.
  /// - Throws: `FileError` that names `path`.
  package static func contents(
    of path: Path, limit: Int, accepting kinds: Set<FileKind> = [.regular],
    preparing prepare: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
  ) throws(FileError) -> [UInt8] {
    let descriptor = try open(path, waitsForWriter: kinds.contains(.pipe))
    defer { close(descriptor) }
    let status = try FileError.naming(path) { () throws(SystemError) in
      try FileStatus(ofDescriptor: descriptor)
    }
    guard kinds.contains(status.kind) else { throw FileError(path, .unsuitable(status.kind)) }
    return try contents(
      ofDescriptor: descriptor, named: path, expectedByteCount: status.byteCount, limit: limit,
      preparing: prepare)
  }

  /// Everything up to the end of an open file, which may differ from the size it had a moment ago; some file systems
  /// state a size of 0 for every file.
  ///
  /// - Parameters:
  ///   - name: What errors call it.
  ///   - expectedByteCount: As many bytes are read at first.
  ///   - limit: Most bytes that are accepted.
  ///   - prepare: Called with each piece of memory before it is filled.
  package static func contents(
    ofDescriptor descriptor: Int32, named name: Path, expectedByteCount: Int = 0, limit: Int,
    preparing prepare: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
  ) throws(FileError) -> [UInt8] {
    guard expectedByteCount <= limit else {
      throw FileError(name, .tooLarge(byteCount: expectedByteCount, limit: limit))
    }
    var bytes: [UInt8] = []
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

  /// The first bytes of a file, fewer where it is shorter; none where it cannot be read. Never waits.
  package static func beginning(of path: Path, byteCount: Int) -> [UInt8] {
    guard let descriptor = try? open(path, waitsForWriter: false) else { return [] }
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
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Opens a file for reading, for the caller to close.
  ///
  /// - Parameter waitsForWriter: Whether a pipe that nobody writes to yet is waited for.
  package static func open(_ path: Path, waitsForWriter: Bool) throws(FileError) -> Int32 {
    guard path.isUsable else { throw FileError(path, .noPath) }
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (waitsForWriter ? 0 : O_NONBLOCK)
    let descriptor = path.withCString { Platform.open($0, flags) }
    guard descriptor >= 0 else { throw FileError(path, .last) }
    return descriptor
  }

  private static let smallestRoom = 64 << 10
  private static let largestRoom = 16 << 20
}
