import Platform

/// Reads whole files: regular ones and pipes, never devices.
enum FileReader {
  /// More than any picture within the pixel limit needs; keeps an endless pipe from filling the memory.
  static let maximumByteCount = 512 << 20

  /// The bytes of the file at `path`, which failures call `name` where that is given.
  static func contents(of path: Path, describedAs name: Path? = nil) throws(Failure) -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    let path = name ?? path
    guard descriptor >= 0 else { throw .reading(path, errorNumber: errno) }
    defer { close(descriptor) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .reading(path, errorNumber: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .reading(path, errorNumber: EISDIR)
    case S_IFREG, S_IFIFO, S_IFSOCK: break
    default:
      throw Failure(path.description, cause: "is a device", cure: "name a picture", exitCode: .unusableInput)
    }
    return try contents(of: descriptor, sizeHint: Int(status.st_size), path: path)
  }

  /// Throws when there is nothing to read under a name.
  static func check(_ path: Path) throws(Failure) {
    guard path.withCString({ access($0, R_OK) }) == 0 else { throw .reading(path, errorNumber: errno) }
  }

  /// Everything up to the end of an open file.
  static func contents(of descriptor: Int32, sizeHint: Int, path: Path) throws(Failure) -> [UInt8] {
    // One byte more than the size, so that the end of a regular file shows without growing the buffer.
    var capacity = min(max(sizeHint, 0), maximumByteCount) + 1
    if sizeHint <= 0 { capacity = 64 << 10 }
    var bytes: [UInt8] = []
    while true {
      let (chunk, errorNumber) = readChunk(descriptor, capacity: capacity)
      if errorNumber != 0 { throw .reading(path, errorNumber: errorNumber) }
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if bytes.count > maximumByteCount {
        throw Failure(
          path.description,
          cause: "is larger than \(maximumByteCount >> 20) MiB",
          cure: "give a smaller file",
          exitCode: .unusableInput
        )
      }
      capacity = max(64 << 10, min(bytes.count, 16 << 20))
    }
  }

  /// The first bytes of a file, fewer where it is shorter; none where it cannot be read.
  static func beginning(of path: Path, count: Int) -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return readChunk(descriptor, capacity: count).bytes
  }

  /// Up to so many bytes; fewer only at the end of the file.
  static func readChunk(_ descriptor: Int32, capacity: Int) -> (bytes: [UInt8], errorNumber: Int32) {
    var errorNumber: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = 0
      while count < capacity {
        let received = read(descriptor, buffer.baseAddress?.advanced(by: count), capacity - count)
        if received < 0 {
          if errno == EINTR { continue }
          errorNumber = errno
          return
        }
        if received == 0 { return }
        count += received
      }
    }
    return (bytes, errorNumber)
  }
}
