/// Writes all bytes to an open file, however often the system interrupts.
package func writeAll(_ bytes: [UInt8], toDescriptor descriptor: Int32) throws(SystemError) {
  var position = 0
  while position < bytes.count {
    let written = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress.map { $0 + position }, bytes.count - position)
    }
    if written >= 0 {
      position += written
    } else if errno != EINTR {
      throw .last
    }
  }
}

/// Waits until everything that was written to an open file has reached the disk.
package func synchronise(descriptor: Int32) throws(SystemError) {
  while fsync(descriptor) != 0 {
    // Some file systems, and whatever is no file, know no such thing.
    if errno == EINVAL || errno == EROFS || errno == ENOTSUP { return }
    if errno != EINTR { throw .last }
  }
}
