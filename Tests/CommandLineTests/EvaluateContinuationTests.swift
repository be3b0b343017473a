import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

/// Evaluations that are shared, stopped and continued. `FACELATCH_PROGRAM_KILLS` sets how often one is killed.
@Suite("The program: evaluations that continue", .serialized, .timeLimit(.minutes(10)))
struct EvaluateContinuationTests {
  private static let kills =
    ProcessInfo.processInfo.environment["FACELATCH_PROGRAM_KILLS"].flatMap(Int.init) ?? 3

  /// What an evaluation that nobody disturbs gives.
  private func reference() throws -> PeopleFolder { try EvaluatedPeople.once.get().data() }

  @Test("Shards measure their parts, and together they are the whole")
  func shards() throws {
    let data = try PeopleFolder()
    var pictures = 0
    for part in ["1", "2"] {
      let run = try data.compareAll("--shard \(part)/2 --out shard\(part) --json")
      #expect(run.code == 0)
      let json = try run.json()
      #expect(json["shard"] as? String == "\(part)/2" && json["of"] as? Int == 5)
      pictures += json["pictures"] as? Int ?? 0
      #expect(try data.folder.names(below: "shard\(part)") == [".facelatch-folder", "cache.sqlite"])
    }
    #expect(pictures == 5)
    let merged = try data.run("evaluate merge shard1 shard2/cache.sqlite --out result --json")
    #expect(merged.code == 0)
    #expect(try merged.json()["merged"] as? Int == 5)
    let again = try data.run("evaluate merge shard1 shard2 --out result")
    #expect(again.output.hasSuffix("result/cache.sqlite: 0 results taken over\n"))
    #expect(try data.compareAll("--out result --no-images").code == 0)
    #expect(try data.fromCache("result") == 5)
    #expect(try data.summary("result") == reference().summary("result"))

    try data.folder.write("no cache", to: "text")
    for (shard, code, words) in [
      ("nowhere", 3, "nowhere: no such file"), ("people", 3, "people/cache.sqlite: no such file"),
      ("text", 4, "text: is no cache of Facelatch"),
    ] as [(String, Int32, String)] {
      let run = try data.run("evaluate merge shard1 \(shard) --out other")
      #expect(run.code == code)
      #expect(
        run.errorLines.count == 1 && run.errorOutput.hasPrefix("facelatch: \(words)"), "\(run.errorOutput)")
    }
  }

  @Test("An evaluation that is killed at any moment continues to the same result")
  func killed() throws {
    for _ in 0..<(Self.kills + 2) / 3 {
      let data = try PeopleFolder()
      let words =
        "evaluate verification --protocol folders --root people --out result --workers 1 --no-images"
      for _ in 0..<3 {
        let run = try ProgramRun(
          bytes: words.split(separator: " ").map { Array($0.utf8) }, folder: data.folder.path,
          killedAfter: Double.random(in: 0...0.5))
        let isComplete = FileManager.default.fileExists(atPath: data.folder.file("result/summary.json"))
        if run.signal == nil { #expect(isComplete) }
        // Whoever finds a summary finds a whole one, and everything that belongs to it.
        if isComplete {
          #expect(try data.summary("result") == reference().summary("result"))
          #expect(try data.table("result/scores.csv").rows.count == 10)
        }
      }
      #expect(try data.run(words).code == 0)
      #expect(try data.summary("result") == reference().summary("result"))
      #expect(
        try data.folder.contents("result/scores.csv")
          == reference().folder.contents("result/scores.csv"))
      #expect(
        try data.folder.names(below: "result").filter { $0.hasSuffix(".partial") } == [])
    }
  }

  /// A pipe in the place of a picture, at which an evaluation waits until somebody writes.
  private final class SlowPicture {
    private let path: String
    private var descriptor: Int32 = -1

    init(_ path: String) throws {
      self.path = path
      try FileManager.default.removeItem(atPath: path)
      try #require(mkfifo(path, 0o600) == 0)
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    /// Whether the program waits there; from then on it waits for ever.
    func isAwaited() -> Bool {
      if descriptor < 0 { descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
      return descriptor >= 0
    }
  }

  @Test("Control-C ends an evaluation at once; the next one goes on where it was")
  func interrupted() throws {
    let data = try PeopleFolder()
    let pictures = ["Astro/1.png", "Biden/1.jpg", "Obama/1.jpg", "Obama/2.jpg", "Obama/3.jpg"]
    let rows = zip(pictures, pictures.dropFirst()).map {
      "\($0),\($1),\($0.prefix(1) == $1.prefix(1) ? 1 : 0)"
    }
    try data.folder.write((["path_a,path_b,same"] + rows).joined(separator: "\n"), to: "pairs.csv")
    let words =
      "evaluate verification --protocol pairs --pairs pairs.csv --root people --workers 1 --no-images --out "
    #expect(try data.run(words + "undisturbed").code == 0)
    do {
      let picture = try SlowPicture(data.folder.file("people/Obama/2.jpg"))
      let run = try ProgramRun(
        bytes: (words + "result").split(separator: " ").map { Array($0.utf8) }, folder: data.folder.path,
        interruptedWhen: picture.isAwaited)
      #expect(run.signal == SIGINT)
      #expect(run.output.isEmpty)
      #expect(!(try data.folder.names(below: "result")).contains("summary.json"))
    }
    try FileManager.default.removeItem(atPath: data.folder.file("people/Obama/2.jpg"))
    try data.link("people/Obama/2.jpg", to: "obama2.jpg")
    #expect(try data.run(words + "result").code == 0)
    #expect(try data.fromCache("result") == 3)
    #expect(try data.summary("result") == data.summary("undisturbed"))
  }

  @Test("Two evaluations may share a cache at the same time")
  func together() throws {
    let data = try PeopleFolder()
    let script = """
      "$0" evaluate verification --protocol folders --root people --out one --cache shared --no-images &
      "$0" evaluate verification --protocol folders --root people --out two --cache shared --no-images
      second=$?; wait $! && exit $second
      """
    var both = Launch("/bin/sh", ["-c", script, try ProgramRun.executable()])
    both.folder = data.folder.path
    #expect(try CompletedRun(both).ending == .exit(code: 0))
    for result in ["one", "two"] {
      #expect(try data.summary(result) == reference().summary("result"))
    }
    #expect(try data.compareAll("--out three --cache shared --no-images").code == 0)
    #expect(try data.fromCache("three") == 5)
  }
}
