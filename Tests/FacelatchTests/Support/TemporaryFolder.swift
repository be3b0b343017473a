import Foundation
import Glibc

@testable import Facelatch
@testable import Policy
@testable import Store

/// A folder that is gone with the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/facelatch-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StoreError.cannotAccess(path: "/tmp", reason: systemMessage(errno))
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The store's folder inside; it does not exist until a store is opened.
  var store: String { path + "/store" }

  var location: StoreLocation { StoreLocation(explicit: store) }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// Reads and writes whole files and their modes.
enum TestFile {
  static func bytes(_ path: String) throws -> [UInt8] {
    let file = Facelatch.FileHandle(open(path, O_RDONLY))
    guard file.isOpen else { throw StoreError.cannotAccess(path: path, reason: systemMessage(errno)) }
    return try file.readBytes(limit: 64 << 20, path: path)
  }

  static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
    let file = Facelatch.FileHandle(open(path, O_WRONLY | O_CREAT | O_TRUNC, mode))
    guard file.isOpen else { throw StoreError.cannotAccess(path: path, reason: systemMessage(errno)) }
    try file.writeBytes(bytes, path: path)
    chmod(path, mode)
  }

  static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  static func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
