import Foundation
import Platform
import Testing

@Suite("Files that are read", .timeLimit(.minutes(10)))
struct FileReaderTests {
  @Test("A file comes back whole, whatever its size", arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
  func whole(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "x", count: size)
    try folder.make("f", text)
    #expect(try FileReader.contents(of: folder.path("f"), limit: size) == Array(text.utf8))
  }

  @Test("A file whose size the system does not tell comes back whole")
  func withoutSize() throws {
    #expect(try FileStatus(of: "/proc/self/status").byteCount == 0)
    #expect(
      try FileReader.contents(of: "/proc/self/status", limit: 1 << 20).starts(with: Array("Name:".utf8)))
  }

  @Test("More than the limit is refused, also where the size tells less")
  func limit() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "four")
    #expect(throws: FileError(folder.path("f"), .tooLarge(byteCount: 4, limit: 3))) {
      try FileReader.contents(of: folder.path("f"), limit: 3)
    }
    let error = #expect(throws: FileError.self) { try FileReader.contents(of: "/proc/self/status", limit: 3) }
    guard case .tooLarge(byteCount: 4..., limit: 3)? = error?.cause else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test("What is no file is refused by its kind, and a pipe without waiting for a writer")
  func kinds() throws {
    let folder = try TemporaryFolder()
    #expect(folder.path("p").withCString { mkfifo($0, 0o600) } == 0)
    for (path, kind) in [
      (folder.path("p"), FileKind.pipe), (folder.path, .folder), ("/dev/null", .characterDevice),
    ] {
      #expect(throws: FileError(path, .unsuitable(kind))) { try FileReader.contents(of: path, limit: 9) }
    }
  }

  @Test("A missing file and a path that is none are told")
  func missing() {
    #expect(throws: FileError("/nowhere/f", .system(SystemError(code: ENOENT)))) {
      try FileReader.contents(of: "/nowhere/f", limit: 9)
    }
    #expect(throws: FileError("/dev/null\0/f", .noPath)) {
      try FileReader.contents(of: "/dev/null\0/f", limit: 9)
    }
  }

  @Test("The beginning of a file is read without waiting")
  func beginning() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "beginning")
    #expect(folder.path("p").withCString { mkfifo($0, 0o600) } == 0)
    #expect(FileReader.beginning(of: folder.path("f"), byteCount: 5) == Array("begin".utf8))
    #expect(FileReader.beginning(of: folder.path("f"), byteCount: 50) == Array("beginning".utf8))
    #expect(FileReader.beginning(of: folder.path("p"), byteCount: 5) == [])
    #expect(FileReader.beginning(of: folder.path("missing"), byteCount: 5) == [])
  }

  @Test("Folders are made with those above them; a file in the way is named")
  func folders() throws {
    let folder = try TemporaryFolder()
    try Folder.make(folder.path("a/b/c"), mode: 0o700)
    try Folder.make(folder.path("a/b/c/"))
    #expect(try folder.status("a/b").permissions == 0o700)
    try folder.make("file", "")
    #expect(throws: FileError(folder.path("file"), .system(SystemError(code: EEXIST)))) {
      try Folder.make(folder.path("file"))
    }
    #expect(throws: FileError(folder.path("file/below"), .system(SystemError(code: ENOTDIR)))) {
      try Folder.make(folder.path("file/below"))
    }
  }

  @Test("Every error of the system has words", arguments: [1, 2, 28, 133])
  func words(_ code: Int32) {
    #expect(SystemError(code: code).description.count > 5)
    #expect(SystemError(code: 9999).description == "error 9999")
  }
}
