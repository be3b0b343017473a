import Foundation
import Platform
import Testing

@Suite("Files that are written when something goes wrong", .timeLimit(.minutes(2)))
struct InterruptedOutputTests {
  @Test("A killed process leaves the former file, and nothing that the next one trips over")
  func killed() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "former")
    let run = try ToolRun("--pause", folder.path("f").text, "x", "200000")
    #expect(run.waitUntilBegun())
    run.kill()
    #expect(run.end().status == SIGKILL)
    #expect(try folder.text("f") == "former")
    let left = try folder.names.filter { $0 != "f" }
    #expect(left.count == 1)
    #expect(left.allSatisfy { $0.hasPrefix(".facelatch-") })
    try OutputFile.write(Array("new".utf8), to: folder.path("f"))
    #expect(try folder.text("f") == "new")
  }

  @Test("Of two processes at once each writes its own file; the last one stays, whole")
  func twoProcesses() throws {
    let folder = try TemporaryFolder()
    let slow = try ToolRun("--pause", folder.path("f").text, "a", "200000")
    #expect(slow.waitUntilBegun())
    #expect(try ToolRun(folder.path("f").text, "b", "300000").end() == ("", 0))
    #expect(try folder.text("f") == String(repeating: "b", count: 300_000))
    slow.goOn()
    #expect(slow.end() == ("", 0))
    #expect(try folder.text("f") == String(repeating: "a", count: 200_000))
    #expect(try folder.names == ["f"])
  }

  @Test("Of many threads at once one's file stays, whole")
  func manyThreads() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("f")
    DispatchQueue.concurrentPerform(iterations: 16) { thread in
      for _ in 0..<8 {
        try? OutputFile.write([UInt8](repeating: UInt8(thread), count: 100_000), to: path)
      }
    }
    let bytes = try FileReader.contents(of: path, limit: 1 << 30)
    #expect(bytes.count == 100_000)
    #expect(Set(bytes).count == 1)
    #expect(try folder.names == ["f"])
  }

  @Test("At the largest size of a file the former one stays, and no part of the new one")
  func sizeLimit() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "former")
    let path = folder.path("f").text
    #expect(try ToolRun("--limit", "100000", path, "x", "200000").end() == ("\(path): File too large\n", 1))
    #expect(try folder.names == ["f"])
    #expect(try folder.text("f") == "former")
  }

  @Test(
    "On a full disk the former file stays, and no part of the new one",
    .enabled(if: FullDisk.canBeMade, "cannot mount"))
  func fullDisk() throws {
    let disk = try FullDisk()
    try disk.folder.make("disk/f", "former")
    let path = disk.folder.path("disk/f")
    #expect(throws: FileError(path, .system(SystemError(code: ENOSPC)))) {
      try OutputFile.write([UInt8](repeating: 1, count: 4 << 20), to: path)
    }
    #expect(try Folder.names(in: disk.folder.path("disk")) == [Array("f".utf8)])
    #expect(try disk.folder.text("disk/f") == "former")
    try OutputFile.write(Array("new".utf8), to: path)
    #expect(try disk.folder.text("disk/f") == "new")
  }
}

/// A file system of one mebibyte in memory.
private final class FullDisk {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Folder.make(folder.path("disk"))
    let mounted = folder.path("disk").withCString { mount("tmpfs", $0, "tmpfs", 0, "size=1m") }
    guard mounted == 0 else { throw SystemError.last }
  }

  deinit {
    _ = folder.path("disk").withCString { umount($0) }
  }

  static let canBeMade = (try? FullDisk()) != nil
}
