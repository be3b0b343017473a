import Foundation
import Synchronization
import TestSupport
import Testing
import Workers

@testable import facelatch

@Suite("Folder walk", .timeLimit(.minutes(5)))
struct FolderWalkTests {
  private static let jpegBeginning: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]

  @Test("Pictures come in natural order, by name or by content, without hidden files and other ones")
  func pictures() throws {
    let folder = try TemporaryFolder()
    for name in ["in/b/10.jpg", "in/b/9.JPG", "in/a.PNG", "in/.hidden.jpg", "in/.git/x.jpg", "in/notes.txt"] {
      try folder.write("x", to: name)
    }
    try folder.write(Self.jpegBeginning, to: "in/c")
    var walk = FolderWalk(root: folder.root)
    #expect(
      walk.inputs(at: Path("in")).map(\.path.text) == ["in/a.PNG", "in/b/9.JPG", "in/b/10.jpg", "in/c"])
  }

  @Test("Paths stay as given: the root is not part of them, and the current folder adds nothing")
  func asGiven() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "in/a.png")
    for (given, expected) in [
      (".", "in/a.png"), ("in/", "in/a.png"), ("./in", "./in/a.png"), ("in/../in", "in/../in/a.png"),
      (folder.file("in"), folder.file("in") + "/a.png"),
    ] {
      var walk = FolderWalk(root: folder.root)
      #expect(walk.inputs(at: Path(given)).map(\.path.text) == [expected])
    }
  }

  @Test("A name that is no folder is passed on, whether it exists or not")
  func files() {
    var walk = FolderWalk()
    #expect(walk.inputs(at: Path("no/such")) == [Input(path: Path("no/such"))])
  }

  @Test("A folder without a picture is named as such")
  func emptyFolder() throws {
    let folder = try TemporaryFolder()
    var walk = FolderWalk()
    let inputs = walk.inputs(at: folder.root)
    #expect(inputs.count == 1)
    #expect(inputs.first?.failure?.cause == "no picture in this folder")
  }

  @Test("Links that lead in a circle end")
  func circle() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "in/a.png")
    try FileManager.default.createSymbolicLink(atPath: folder.file("in/back"), withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(atPath: folder.file("in/self"), withDestinationPath: "self")
    var walk = FolderWalk(root: folder.root)
    #expect(walk.inputs(at: Path("in")).map(\.path.text) == ["in/a.png"])
  }

  @Test("Names that are not UTF-8 are found and stay as they are")
  func rawNames() throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = [0x61, 0xff] + Array(".png".utf8)
    try OutputFile.write([1], to: folder.root.appending(name))
    var walk = FolderWalk(root: folder.root)
    #expect(walk.inputs(at: Path(".")).map(\.path.bytes) == [name])
  }
}

@Suite("Reading and writing files", .timeLimit(.minutes(5)))
struct FileAccessTests {
  @Test("A file comes back whole, whatever its size", arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
  func whole(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try OutputFile.write(bytes, to: folder.path("f"))
    #expect(try InputFile.contents(of: folder.path("f")) == bytes)
  }

  @Test("A pipe is read to its end")
  func pipe() throws {
    let pipe = Pipe()
    let bytes = [UInt8](repeating: 7, count: 200_000)
    let writer = Thread {
      pipe.fileHandleForWriting.write(Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    #expect(try InputFile.contents(of: Path("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")) == bytes)
  }

  @Test(
    "What cannot be read is named with cause and cure",
    arguments: [
      ("/nowhere/a.jpg", "/nowhere/a.jpg: no such file; check the name"),
      ("/", "/: is a folder, not a picture; name the pictures in it, or use 'facelatch embed'"),
      ("/dev/zero", "/dev/zero: is a device; name a picture"),
      ("/etc/passwd/x", "/etc/passwd/x: a part of the path is not a folder; check the path"),
    ])
  func unreadable(_ path: String, _ line: String) {
    do {
      _ = try InputFile.contents(of: Path(path))
      Issue.record("read")
    } catch {
      #expect(error.line == line)
      #expect(error.exitCode == .unusableInput)
    }
  }

  @Test(
    "Every error of the system becomes one line",
    arguments: [EACCES, EPERM, EIO, ENOMEM, EMFILE, ELOOP, ENAMETOOLONG, ENXIO, 9999])
  func systemErrors(_ number: Int32) {
    for failure in [Failure.reading(Path("a"), errorNumber: number), .writing("a", errorNumber: number)] {
      #expect(failure.line.hasPrefix("a: "))
      #expect(failure.cause.count > 5)
      #expect(!failure.line.contains("\n"))
    }
    #expect(Failure.reading(Path("a"), errorNumber: number).exitCode == .unusableInput)
    #expect(Failure.writing("a", errorNumber: number).exitCode == .configuration)
  }

  @Test("No permission is told apart from no file")
  func permission() {
    #expect(
      Failure.reading(Path("a.jpg"), errorNumber: EACCES).line
        == "a.jpg: no permission to read it; change its permissions or run as its owner")
  }

  @Test(
    "What cannot be written to is named with cause and cure",
    arguments: [
      ("/dev/full", "/dev/full: no space left on the device; free some space or choose another place"),
      ("/", "/: is a folder; name a file"),
      ("/nowhere/f", "/nowhere/f: its folder does not exist; create the folder first"),
    ])
  func unwritable(_ path: String, _ line: String) {
    do {
      try Failure.whenWriting { () throws(FileError) in try OutputFile.write([1], to: Path(path)) }
      Issue.record("written")
    } catch {
      #expect(error.line == line)
      #expect(error.exitCode == .configuration)
    }
  }
}

@Suite("Work in order", .timeLimit(.minutes(5)))
struct OrderedWorkTests {
  @Test("Results come in the order of the items, whichever is ready first", arguments: [1, 2, 7])
  func order(_ lanes: Int) async throws {
    let items = Array(0..<200)
    let ended = Mutex<Set<Int>>([])
    var delivered: [Int] = []
    await workInOrder(on: items, lanes: Array(0..<lanes)) { _, item in
      if item % 10 == 0, lanes > 1 {
        try? await suspendUntil("the end of the next item") { ended.withLock { $0.contains(item + 1) } }
      }
      _ = ended.withLock { $0.insert(item) }
      return item * 2
    } deliver: { index, result in
      #expect(result == index * 2)
      delivered.append(index)
    }
    #expect(delivered == items)
    #expect(ended.withLock { $0.count } == items.count)
  }

  @Test("One lane never works on two items at once, and the work never runs far ahead")
  func lanes() async throws {
    let watch = Mutex(Watch())
    await workInOrder(on: Array(0..<100), lanes: [0, 1, 2]) { lane, item in
      watch.withLock { $0.begin(lane) }
      if item == 0 {
        // Nothing is delivered before this one, so the others stop when they are as far ahead as they may be.
        try? await suspendUntil("the end of eleven others") { watch.withLock { $0.ended == 11 } }
        for _ in 0..<1_000 { await Task.yield() }
      }
      watch.withLock { $0.end(lane) }
      return item
    } deliver: { _, _ in
      watch.withLock { $0.delivered += 1 }
    }
    let seen = watch.withLock { $0 }
    #expect(seen.delivered == 100 && seen.ended == 100)
    #expect(seen.overlaps == 0)
    #expect(seen.furthest == 12)
  }

  @Test("A failure of the receiver ends the work")
  func failure() async {
    var delivered = 0
    do {
      try await workInOrder(on: Array(0..<1000), lanes: [0, 1]) { _, item in
        item
      } deliver: {
        (index, _) throws(Failure) in
        if index == 5 { throw Failure(cause: "full", exitCode: .configuration) }
        delivered += 1
      }
      Issue.record("went on")
    } catch {
      #expect(error.cause == "full")
    }
    #expect(delivered == 5)
  }

  private struct Watch {
    var delivered = 0
    private(set) var begun = 0
    private(set) var ended = 0
    private(set) var overlaps = 0
    /// The most items that were begun and not delivered.
    private(set) var furthest = 0
    private var busy: Set<Int> = []

    mutating func begin(_ lane: Int) {
      if !busy.insert(lane).inserted { overlaps += 1 }
      begun += 1
      furthest = max(furthest, begun - delivered)
    }

    mutating func end(_ lane: Int) {
      busy.remove(lane)
      ended += 1
    }
  }
}
