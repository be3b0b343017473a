import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("The program: where embed writes to and reads from", .timeLimit(.minutes(10)))
struct EmbedFolderTests {
  @Test("A folder with files of somebody is refused and stays as it is")
  func foreignFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "mine/index.csv")
    let run = try ProgramRun("embed", Samples.path("obama3.jpg"), "--out", "mine", folder: folder.path)
    #expect(run.code == 4)
    #expect(run.errorOutput == "facelatch: mine: holds files of yours; name a new or an empty folder\n")
    #expect(try folder.names(below: "mine") == ["index.csv"])
    #expect(try folder.contents("mine/index.csv") == Array("mine".utf8))
  }

  @Test("Two runs into one folder: one writes, the other is refused, and what is there belongs together")
  func twoRuns() throws {
    let folder = try TemporaryFolder()
    let script = """
      "$0" embed "$1/obama.jpg" "$1/obama2.jpg" --out one >/dev/null 2>first &
      "$0" embed "$1/astronaut.png" --out one >/dev/null 2>second
      echo $?; wait $!; echo $?
      """
    var both = Launch("/bin/sh", ["-c", script, try ProgramRun.executable(), Samples.folder])
    both.folder = folder.path
    let run = try CompletedRun(both)
    let codes = run.output.split(separator: "\n").map(String.init)
    let rows = try NPYMatrix(folder.contents("one/embeddings.npy")).rows.count
    #expect(try CSVTable(folder.contents("one/index.csv")).rows.count == rows)
    // Both succeed where one had ended before the other began.
    if codes != ["0", "0"] {
      #expect(codes.sorted() == ["0", "4"])
      let words = try folder.contents("first") + folder.contents("second")
      #expect(
        String(decoding: words, as: UTF8.self).hasSuffix(
          "facelatch: one: another run is writing to it; wait for its end, or name another folder\n"))
    }
  }

  @Test("Embeddings are for their owner alone")
  func modes() throws {
    let folder = try TemporaryFolder()
    #expect(try ProgramRun("embed", Samples.path("obama3.jpg"), "--out", folder.file("o")).code == 0)
    #expect(TestFile.mode(folder.file("o")) == 0o700)
    for name in try folder.names(below: "o") {
      #expect(TestFile.mode(folder.file("o/" + name)) == 0o600, "\(name)")
    }
  }

  @Test("A pipe that nobody writes to ends a command with a reason, wherever a file is named")
  func silentPipes() async throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("p"), 0o600) == 0)
    try await withThrowingTaskGroup(of: (String, ProgramRun).self) { group in
      for words in [
        "compare p p", "embed p --out a", "embed --list p --out b",
        "evaluate verification --protocol pairs --pairs p --out c",
        "evaluate pad --manifest p --out d", "tune --scores p --fmr 0.1",
      ] {
        group.addTask {
          (
            words,
            try ProgramRun(
              bytes: words.split(separator: " ").map { Array($0.utf8) }, folder: folder.path)
          )
        }
      }
      for try await (words, run) in group {
        #expect(run.code == 3, "\(words)")
        #expect(
          run.errorOutput.contains("p: is a pipe that nobody has written to for 10 seconds"),
          "\(words): \(run.errorOutput)")
      }
    }
  }

  @Test("Names that end with zeros are a list, too, and may hold line feeds")
  func zeroSeparated() throws {
    #expect(
      try PathList.paths(Array("a\0b\nc\0\0d".utf8), named: "l").map(\.text) == ["a", "b\nc", "d"])
    #expect(try PathList.paths(Array("a\r\n\nb".utf8), named: "l").map(\.text) == ["a", "b"])
    #expect(throws: Failure.self) { try PathList.paths(Array("a\nb\nc".utf8), named: "l", countLimit: 2) }
    #expect(throws: Failure.self) { try PathList.paths([UInt8](repeating: 7, count: 70_000), named: "l") }
  }
}
