import Foundation
import Platform

/// A folder for one test, removed with it.
final class TemporaryFolder {
  let path: Path

  init() throws {
    var template = Array("/tmp/facelatch-platform-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError.last }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { Path(cString: $0) } ?? "." }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path.text)
  }

  func path(_ name: String) -> Path { path.appending(name) }

  /// The names in it, sorted.
  var names: [String] {
    get throws { try Folder.names(in: path).map { String(decoding: $0, as: UTF8.self) }.sorted() }
  }

  /// Makes a file without any help of what is tested.
  func make(_ name: String, _ text: String, mode: mode_t = 0o644) throws {
    let descriptor = path(name).withCString { open($0, O_WRONLY | O_CREAT | O_EXCL, 0o600) }
    guard descriptor >= 0 else { throw SystemError.last }
    defer { close(descriptor) }
    try writeAll(Array(text.utf8), toDescriptor: descriptor)
    guard fchmod(descriptor, mode) == 0 else { throw SystemError.last }
  }

  func link(_ name: String, to target: String) throws {
    guard path(name).withCString({ symlink(target, $0) }) == 0 else { throw SystemError.last }
  }

  func text(_ name: String) throws -> String {
    String(decoding: try FileReader.contents(of: path(name), limit: 1 << 30), as: UTF8.self)
  }

  func status(_ name: String) throws -> FileStatus { try FileStatus(of: path(name), followsLinks: false) }
}
