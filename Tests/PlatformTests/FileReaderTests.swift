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

  @Test("A pipe that is not accepted is not even opened")
  func unopened() throws {
    let folder = try TemporaryFolder()
    #expect(folder.path("p").withCString { mkfifo($0, 0o600) } == 0)
    let watch = inotify_init1(0)
    defer { close(watch) }
    #expect(folder.path("p").withCString { inotify_add_watch(watch, $0, UInt32(IN_OPEN)) } >= 0)
    #expect(throws: FileError(folder.path("p"), .unsuitable(.pipe))) {
      try FileReader.contents(of: folder.path("p"), limit: 9)
    }
    #expect(FileReader.beginning(of: folder.path("p"), byteCount: 5) == [])
    var query = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
    #expect(poll(&query, 1, 0) == 0)
  }

  @Test("A pipe that nobody writes to is given up after a while")
  func withoutWriter() throws {
    let folder = try TemporaryFolder()
    #expect(folder.path("p").withCString { mkfifo($0, 0o600) } == 0)
    #expect(throws: FileError(folder.path("p"), .noWriter(seconds: 0.2))) {
      try FileReader.contents(of: folder.path("p"), limit: 9, accepting: [.pipe], patienceSeconds: 0.2)
    }
  }

  @Test("A slow writer of a pipe is waited for, byte by byte", arguments: [0, 1, 100_000])
  func slowWriter(_ size: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("p")
    #expect(path.withCString { mkfifo($0, 0o600) } == 0)
    let content = [UInt8](repeating: 7, count: size)
    let writer = Thread {
      usleep(50_000)
      let descriptor = path.withCString { open($0, O_WRONLY) }
      usleep(150_000)
      try? writeAll(content, toDescriptor: descriptor)
      usleep(50_000)
      close(descriptor)
    }
    writer.start()
    #expect(
      try FileReader.contents(of: path, limit: 1 << 20, accepting: [.pipe], patienceSeconds: 20) == content)
  }

  @Test(
    "Of a pipe between two programs whose writer is gone, what it wrote is all there is", arguments: [0, 5])
  func namelessPipe(_ size: Int) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    try writeAll([UInt8](repeating: 1, count: size), toDescriptor: ends[1])
    close(ends[1])
    let path = Path("/dev/fd/\(ends[0])")
    #expect(try FileReader.contents(of: path, limit: 9, accepting: [.pipe]).count == size)
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
