import Foundation
import Platform
import Testing

/// What this process may do decides which cases can be made at all.
private let isRoot = geteuid() == 0

@Suite("Files that are written", .timeLimit(.minutes(2)))
struct OutputFileTests {
  @Test("A file appears when it is complete, and nothing else stays", arguments: [0, 1, 65_536, 3_000_000])
  func appears(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try OutputFile(folder.path("f"))
    try file.write(bytes)
    #expect(try !folder.names.contains("f"))
    try file.finish()
    #expect(try folder.names == ["f"])
    #expect(try FileReader.contents(of: folder.path("f"), limit: 1 << 30) == bytes)
  }

  @Test("Its beginning can be replaced in the end")
  func beginning() throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(folder.path("f"))
    try file.write(Array("00 rows".utf8))
    try file.finish(replacingBeginningWith: Array("12".utf8))
    #expect(try folder.text("f") == "12 rows")
  }

  @Test("One that is given up leaves nothing, and the former one as it was")
  func givenUp() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "former")
    do {
      let file = try OutputFile(folder.path("f"))
      try file.write([1])
      #expect(try folder.names.count == 2)
    }
    #expect(try folder.names == ["f"])
    #expect(try folder.text("f") == "former")
  }

  @Test("While it grows it has a name that no other run has")
  func ownName() throws {
    let folder = try TemporaryFolder()
    let files = try (0..<20).map { _ in try OutputFile(folder.path("f")) }
    #expect(try Set(folder.names).count == files.count)
    #expect(try folder.names.allSatisfy { $0.hasPrefix(".facelatch-") && $0.hasSuffix(".partial") })
  }

  @Test(
    "A new file gets the mode that is asked for, less what the process's mask takes",
    arguments: [0o666, 0o600])
  func newMode(_ mode: Int) throws {
    let folder = try TemporaryFolder()
    let plain = folder.path("plain").withCString { open($0, O_WRONLY | O_CREAT, mode_t(mode)) }
    close(plain)
    try OutputFile.write([1], to: folder.path("f"), mode: mode_t(mode))
    #expect(try folder.status("f").permissions == folder.status("plain").permissions)
  }

  @Test("A replaced file keeps its mode", arguments: [0o600, 0o640, 0o664, 0o755])
  func keptMode(_ mode: Int) throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "former", mode: mode_t(mode))
    try OutputFile.write([1], to: folder.path("f"))
    #expect(try folder.status("f").permissions == mode_t(mode))
  }

  @Test("Somebody else's file stays theirs", .enabled(if: isRoot, "only root can give files away"))
  func keptOwner() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "former", mode: 0o640)
    #expect(folder.path("f").withCString { chown($0, 1234, 2345) } == 0)
    try OutputFile.write(Array("new".utf8), to: folder.path("f"))
    let status = try folder.status("f")
    #expect(status.owner == 1234)
    #expect(status.group == 2345)
    #expect(status.permissions == 0o640)
    #expect(try folder.text("f") == "new")
  }

  @Test(
    "Rights of a group that cannot be kept are given to no other one",
    .enabled(if: isRoot, "needs a second account"))
  func lostGroup() throws {
    let folder = try TemporaryFolder()
    #expect(folder.path.withCString { chmod($0, 0o777) } == 0)
    try folder.make("f", "former", mode: 0o662)
    #expect(try ToolRun("--as", "65534", folder.path("f").text, "new", "1").end() == ("", 0))
    let status = try folder.status("f")
    #expect(status.owner == 65534)
    #expect(status.permissions == 0o622)
    #expect(try folder.text("f") == "new")
  }

  @Test("A file that may not be written to is refused", .enabled(if: isRoot, "needs a second account"))
  func writeProtected() throws {
    let folder = try TemporaryFolder()
    #expect(folder.path.withCString { chmod($0, 0o777) } == 0)
    try folder.make("f", "former", mode: 0o644)
    let path = folder.path("f").text
    #expect(try ToolRun("--as", "65534", path, "new", "1").end() == ("\(path): Permission denied\n", 1))
    #expect(try folder.names == ["f"])
    #expect(try folder.text("f") == "former")
  }

  @Test("Another name of the same file keeps the former content")
  func hardLink() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "former")
    #expect(folder.path("f").withCString { from in folder.path("g").withCString { link(from, $0) } } == 0)
    try OutputFile.write(Array("new".utf8), to: folder.path("f"))
    #expect(try folder.text("g") == "former")
  }

  @Test("Names need not be UTF-8")
  func rawName() throws {
    let folder = try TemporaryFolder()
    let inner = folder.path.appending([0xff, 0x61])
    try Folder.make(inner)
    try OutputFile.write([7], to: inner.appending([0x62, 0xfe]))
    #expect(try Folder.names(in: inner) == [[0x62, 0xfe]])
  }
}

@Suite("Files that are written where something lies already", .timeLimit(.minutes(2)))
struct OutputPlaceTests {
  @Test("A link stays, and the file that it leads to is replaced in its own folder")
  func link() throws {
    let folder = try TemporaryFolder()
    try Folder.make(folder.path("there"))
    try folder.make("there/f", "former", mode: 0o640)
    try folder.link("there/relative", to: "f")
    try folder.link("f", to: "there/relative")
    try OutputFile.write(Array("new".utf8), to: folder.path("f"))
    #expect(try folder.status("f").kind == .symbolicLink)
    #expect(try folder.status("there/relative").kind == .symbolicLink)
    #expect(try folder.text("there/f") == "new")
    #expect(try folder.status("there/f").permissions == 0o640)
    #expect(try Folder.names(in: folder.path("there")).count == 2)
  }

  @Test("A link that leads nowhere is refused, and nothing is made where it leads")
  func danglingLink() throws {
    let folder = try TemporaryFolder()
    try folder.link("f", to: "missing")
    expectRefusal(of: folder.path("f"), .danglingLink)
    #expect(try folder.names == ["f"])
    #expect(try folder.status("f").kind == .symbolicLink)
  }

  @Test("Links in a circle are refused")
  func circle() throws {
    let folder = try TemporaryFolder()
    try folder.link("f", to: "f")
    expectRefusal(of: folder.path("f"), .system(SystemError(code: ELOOP)))
  }

  @Test("A folder is refused, also at the end of a link and of a slash")
  func folder() throws {
    let folder = try TemporaryFolder()
    try Folder.make(folder.path("d"))
    try folder.link("l", to: "d")
    for name in ["d", "l", "d/", "d/.", "d/..", "missing/"] {
      expectRefusal(of: folder.path(name), .unsuitable(.folder))
    }
    #expect(try folder.names == ["d", "l"])
  }

  @Test("A socket is refused")
  func socket() throws {
    let folder = try TemporaryFolder()
    #expect(folder.path("s").withCString { mknod($0, S_IFSOCK | 0o600, 0) } == 0)
    expectRefusal(of: folder.path("s"), .unsuitable(.socket))
    #expect(try folder.status("s").kind == .socket)
  }

  @Test("What is no path is refused", arguments: [[], [0x61, 0, 0x62]] as [[UInt8]])
  func noPath(_ bytes: [UInt8]) {
    expectRefusal(of: Path(bytes), .noPath)
  }

  @Test("A missing folder is told")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    expectRefusal(of: folder.path("missing/f"), .system(SystemError(code: ENOENT)))
  }

  @Test("A pipe is written to, and stays", arguments: [false, true])
  func pipe(throughLink: Bool) throws {
    let folder = try TemporaryFolder()
    #expect(folder.path("p").withCString { mkfifo($0, 0o600) } == 0)
    try folder.link("l", to: "p")
    let bytes = [UInt8](repeating: 5, count: 300_000)
    let pipe = folder.path("p")
    let received = Received()
    let reader = Thread {
      received.finish(try? FileReader.contents(of: pipe, limit: 1 << 30, accepting: [.pipe]))
    }
    reader.start()
    try OutputFile.write(bytes, to: folder.path(throughLink ? "l" : "p"))
    #expect(received.wait() == bytes)
    #expect(try folder.status("p").kind == .pipe)
    #expect(try folder.names == ["l", "p"])
  }

  @Test("A device is written to, and stays", .enabled(if: canMakeDevices, "device nodes cannot be made here"))
  func device() throws {
    let folder = try TemporaryFolder()
    // The numbers of /dev/null and /dev/full.
    #expect(folder.path("null").withCString { mknod($0, S_IFCHR | 0o666, makedev(1, 3)) } == 0)
    #expect(folder.path("full").withCString { mknod($0, S_IFCHR | 0o666, makedev(1, 7)) } == 0)
    try folder.link("l", to: "null")
    try OutputFile.write([1, 2, 3], to: folder.path("null"))
    try OutputFile.write([1, 2, 3], to: folder.path("l"))
    expectRefusal(of: folder.path("full"), .system(SystemError(code: ENOSPC)))
    #expect(try folder.status("null").kind == .characterDevice)
    #expect(try folder.status("full").kind == .characterDevice)
    #expect(try folder.names == ["full", "l", "null"])
  }

  @Test("A device will not do where the file is gone back in")
  func noStream() {
    #expect(throws: FileError("/dev/null", .unsuitable(.characterDevice))) {
      try OutputFile("/dev/null", mayBeStream: false)
    }
  }

  @Test("What came to lie there in between is not replaced")
  func comeBetween() throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(folder.path("f"))
    try file.write([1])
    try folder.make("elsewhere", "former")
    try folder.link("f", to: "elsewhere")
    #expect(throws: FileError(folder.path("f"), .unsuitable(.symbolicLink))) { try file.finish() }
    #expect(try folder.text("elsewhere") == "former")
    #expect(try folder.status("f").kind == .symbolicLink)
  }

  @Test("The file behind standard output is written to and not replaced", arguments: ["/dev/stdout", nil])
  func ownOutput(_ name: String?) throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "")
    let before = try folder.status("f").identity
    let path = folder.path("f").text
    #expect(try ToolRun(name ?? path, "new", "1", output: path).end() == ("", 0))
    #expect(try folder.text("f") == "new")
    #expect(try folder.status("f").identity == before)
  }

  private func expectRefusal(of path: Path, _ cause: FileError.Cause) {
    #expect(throws: FileError(path, cause)) { try OutputFile.write([1], to: path) }
  }

  private static let canMakeDevices: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return folder.path("null").withCString { mknod($0, S_IFCHR | 0o666, makedev(1, 3)) } == 0
      && folder.path("null").withCString { name in
        let descriptor = open(name, O_WRONLY)
        close(descriptor)
        return descriptor >= 0
      }
  }()
}

/// Bytes that another thread reads.
private final class Received: @unchecked Sendable {
  private let isThere = DispatchSemaphore(value: 0)
  private var bytes: [UInt8]?

  func finish(_ bytes: [UInt8]?) {
    self.bytes = bytes
    isThere.signal()
  }

  func wait() -> [UInt8]? {
    isThere.wait()
    return bytes
  }
}

/// The number of a device, as Linux writes it where both parts are small.
private func makedev(_ major: dev_t, _ minor: dev_t) -> dev_t { major << 8 | minor }
