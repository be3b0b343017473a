import Glibc

/// Whole files and their modes.
package enum TestFile {
  package static func bytes(_ path: String) throws(SystemFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemFailure(path, code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count == 0 { return bytes }
      guard count > 0 else { throw SystemFailure(path, code: errno) }
      bytes += chunk[..<count]
    }
  }

  package static func text(_ path: String) throws(SystemFailure) -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  package static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o600
  ) throws(SystemFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard file >= 0 else { throw SystemFailure(path, code: errno) }
    defer { close(file) }
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemFailure(path, code: errno) }
      start += count
    }
    // Whatever the process's mask says.
    guard fchmod(file, mode) == 0 else { throw SystemFailure(path, code: errno) }
  }

  /// The mode of what has this name, 0 where nothing has.
  package static func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
