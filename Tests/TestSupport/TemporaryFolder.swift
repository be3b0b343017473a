import Glibc

/// A folder that is gone with the test.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws(SystemFailure) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/facelatch-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure(parent, code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path.utf8CString) }

  /// The path of a name inside.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The names inside, sorted.
  package var names: [String] { Self.names(in: path.utf8CString).map(Self.text).sorted() }

  /// The names inside one of its folders, sorted.
  package func names(below folder: String) throws(SystemFailure) -> [String] {
    guard TestFile.exists(file(folder)) else { throw SystemFailure(file(folder), code: ENOENT) }
    return Self.names(in: file(folder).utf8CString).map(Self.text).sorted()
  }

  package func contents(_ name: String) throws(SystemFailure) -> [UInt8] { try TestFile.bytes(file(name)) }

  /// Writes a file, and makes the folders that its name goes through.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws(SystemFailure) -> String {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemFailure(folder, code: errno) }
    }
    try TestFile.write(bytes, to: file(name), mode: 0o644)
    return file(name)
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws(SystemFailure) -> String {
    try write(Array(text.utf8), to: name)
  }

  private static func text(_ name: ContiguousArray<CChar>) -> String {
    String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Names as bytes without their zero, because not every name is text.
  private static func names(in folder: ContiguousArray<CChar>) -> [ContiguousArray<CChar>] {
    guard let stream = folder.withUnsafeBufferPointer({ $0.baseAddress.flatMap { opendir($0) } }) else {
      return []
    }
    defer { closedir(stream) }
    var names: [ContiguousArray<CChar>] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        ContiguousArray(bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) })
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: ContiguousArray<CChar>) {
    path.withUnsafeBufferPointer { bytes in
      guard let name = bytes.baseAddress, unlink(name) != 0 else { return }
      chmod(name, 0o700)
      for inner in names(in: path) { remove(path.dropLast() + [0x2F] + inner + [0]) }
      rmdir(name)
    }
  }
}
