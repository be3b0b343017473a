import Facelatch
import Platform

/// A folder for a store of its own, gone at the end of the demo.
final class DemoStore {
  let folder: Path

  init() throws(Failure) {
    let base = Environment.path("TMPDIR").flatMap { $0.isAbsolute ? $0 : nil } ?? "/tmp"
    var template = base.appending("facelatch-demo-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
    guard mkdtemp(&template) != nil else { throw .writing(base.description, errorNumber: errno) }
    folder = Path(template.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit {
    Self.remove(folder)
  }

  /// Removes the folder and the files in it; the store makes no folders below it.
  private static func remove(_ folder: Path) {
    for name in (try? Folder.names(in: folder)) ?? [] {
      _ = folder.appending(name).withCString { unlink($0) }
    }
    _ = folder.withCString { rmdir($0) }
  }
}
