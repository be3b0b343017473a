/// Folders of the file system.
package enum Folder {
  /// The names of the entries, in no order, without `.` and `..`.
  package static func names(in path: Path) throws(FileError) -> [[UInt8]] {
    guard path.isUsable else { throw FileError(path, .noPath) }
    guard let stream = path.withCString({ opendir($0) }) else { throw FileError(path, .last) }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw FileError(path, .last) }
        return names
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [UInt8(ascii: ".")], name != Array("..".utf8) { names.append(name) }
    }
  }

  /// Makes a folder and those above it, as far as they are missing.
  ///
  /// - Parameter mode: Who may do what in those that are made, before the process's mask takes away.
  package static func make(_ path: Path, mode: mode_t = 0o777) throws(FileError) {
    guard path.isUsable else { throw FileError(path, .noPath) }
    for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      _ = Path(Array(path.bytes[..<index])).withCString { mkdir($0, mode) }
    }
    if path.withCString({ mkdir($0, mode) }) == 0 { return }
    let error = SystemError.last
    guard let status = try? FileStatus(of: path), status.kind == .folder else { throw FileError(path, error) }
  }
}
