import Facelatch
import Platform

/// A folder for a store of its own, gone at the end of the demo.
final class DemoStore {
  let folder: String

  init() throws(Failure) {
    let base = StoreLocation.environmentVariable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array((base + "/facelatch-demo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .writing(printable(base), errorNumber: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(folder)
  }

  /// Removes the folder and the files in it; the store makes no folders below it.
  private static func remove(_ folder: String) {
    for name in (try? Folder.names(in: Path(folder))) ?? [] {
      _ = Path(folder).appending(name).withCString { unlink($0) }
    }
    rmdir(folder)
  }
}
