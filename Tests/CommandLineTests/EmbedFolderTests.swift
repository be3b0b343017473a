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
  func silentPipes() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("p"), 0o600) == 0)
    let commands = [
      "compare p p", "embed p --out a", "embed --list p --out b",
      "evaluate verification --protocol pairs --pairs p --out c",
      "evaluate pad --manifest p --out d", "tune --scores p --fmr 0.1",
    ]
    // All at once, so that they wait together.
    let starts = commands.enumerated().map { #"("$0" \#($1) 2>"\#($0)"; echo $? >>"\#($0)") & "# }
    var launch = Launch("/bin/sh", ["-c", starts.joined() + "wait", try ProgramRun.executable()])
    launch.folder = folder.path
    _ = try CompletedRun(launch)
    for (number, words) in commands.enumerated() {
      let text = String(decoding: try folder.contents("\(number)"), as: UTF8.self)
      #expect(text.hasSuffix("\n3\n"), "\(words): \(text)")
      #expect(text.contains("p: is a pipe that nobody has written to for 10 seconds"), "\(words): \(text)")
    }
  }

  @Test("A writer that waits at a pipe is read, or left waiting; it never sees a reader come and go")
  func waitingWriters() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("p"), 0o600) == 0)
    let probe = Samples.path("obama2.jpg")
    try folder.write("path,subject,use\np,ada,enrol\n\(probe),ada,probe\n", to: "people.csv")
    for (words, isRead) in [
      ("inspect p", true), ("compare p '\(probe)'", true), ("embed p --out o", true),
      ("evaluate authentication --manifest people.csv --out e", false),
    ] {
      let script = """
        cat '\(Samples.path("obama.jpg"))' >p & sleep 0.2
        "$0" \(words) >/dev/null 2>&1
        \(isRead ? "wait $!; echo $?" : "kill $! && echo waiting")
        """
      var launch = Launch("/bin/sh", ["-c", script, try ProgramRun.executable()])
      launch.folder = folder.path
      #expect(try CompletedRun(launch).output == (isRead ? "0\n" : "waiting\n"), "\(words)")
    }
  }

  @Test("A gallery of which a run has not written everything yet is refused")
  func tornGallery() throws {
    let folder = try TemporaryFolder()
    let photo = Samples.path("obama3.jpg")
    #expect(try ProgramRun("embed", photo, "--out", folder.file("o")).code == 0)
    #expect(unlink(folder.file("o/model.json")) == 0)
    let run = try ProgramRun("identify", "--gallery", folder.file("o"), photo)
    #expect(run.code == 3)
    #expect(run.errorOutput.contains("o/model.json: no such file"))
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
