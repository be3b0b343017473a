import Glibc
import TestSupport
import Testing

@Suite("A temporary folder")
struct TemporaryFolderTests {
  @Test("The folder and all that is in it are gone when nobody holds it")
  func removal() throws {
    var path = ""
    var outside = ""
    let other = try TemporaryFolder()
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      outside = try other.write("stays", to: "file")
      try folder.write("text", to: "a/b/c")
      try #require(symlink(other.path, folder.file("a/link")) == 0)
      try #require(mkdir(folder.file("a/shut"), 0) == 0)
      // A name that is no text.
      let name = folder.file("a/").utf8CString.dropLast() + [0x6F, -1, 0]
      try #require(name.withUnsafeBufferPointer { mkfifo($0.baseAddress!, 0o600) } == 0)
      #expect(TestFile.exists(path))
    }
    #expect(!TestFile.exists(path))
    #expect(try TestFile.text(outside) == "stays")
  }

  @Test("Two folders are two")
  func different() throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    #expect(first.path != second.path)
    #expect(TestFile.mode(first.path) == 0o700)
  }

  @Test("What is written is read back, and names are sorted")
  func contents() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try folder.write(bytes, to: "below/b") == folder.file("below/b"))
    try folder.write("ä", to: "below/a")
    #expect(try folder.contents("below/b") == bytes)
    #expect(try folder.contents("below/a") == [0xC3, 0xA4])
    #expect(folder.names == ["below"])
    #expect(try folder.names(below: "below") == ["a", "b"])
    #expect(throws: SystemFailure.self) { try folder.contents("none") }
    #expect(throws: SystemFailure.self) { try folder.names(below: "none") }
  }

  @Test("A file gets its mode whatever the mask says, and is replaced whole")
  func modes() throws {
    let folder = try TemporaryFolder()
    try TestFile.write(Array("long text".utf8), to: folder.file("it"), mode: 0o666)
    #expect(TestFile.mode(folder.file("it")) == 0o666)
    try TestFile.write(Array("short".utf8), to: folder.file("it"))
    #expect(TestFile.mode(folder.file("it")) == 0o600)
    #expect(try TestFile.text(folder.file("it")) == "short")
  }
}
