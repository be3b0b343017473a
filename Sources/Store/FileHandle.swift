import Platform

/// An open file, closed at the end of its life. What the operating system refuses is an error of the store.
package struct FileHandle: ~Copyable {
  package let descriptor: Int32

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  package var isOpen: Bool { descriptor >= 0 }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads up to `limit` bytes.
  package borrowing func readBytes(limit: Int, path: Path) throws(StoreError) -> [UInt8] {
    let descriptor = descriptor
    return try StoreError.naming(path) { () throws(SystemError) in
      try FileReader.piece(ofDescriptor: descriptor, byteCount: limit)
    }
  }

  /// Reads everything up to the end.
  ///
  /// - Parameter limit: Most bytes that are accepted.
  package borrowing func readAll(limit: Int, path: Path) throws(StoreError) -> [UInt8] {
    let descriptor = descriptor
    do throws(FileError) {
      return try FileReader.contents(ofDescriptor: descriptor, named: path, limit: limit)
    } catch {
      throw .cannotAccess(path: path, reason: error.reason)
    }
  }

  /// Writes all bytes, with one call where the system takes them at once.
  package borrowing func writeBytes(_ bytes: [UInt8], path: Path) throws(StoreError) {
    let descriptor = descriptor
    try StoreError.naming(path) { () throws(SystemError) in
      try writeAll(bytes, toDescriptor: descriptor)
    }
  }

  /// Waits until everything has reached the disk.
  package borrowing func synchronise(path: Path) throws(StoreError) {
    let descriptor = descriptor
    try StoreError.naming(path) { () throws(SystemError) in
      try Platform.synchronise(descriptor: descriptor)
    }
  }
}

extension StoreError {
  /// Does something with a file, and names it where the operating system refuses.
  static func naming<Result>(
    _ path: Path, _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .cannotAccess(path: path, reason: error.description)
    }
  }
}
