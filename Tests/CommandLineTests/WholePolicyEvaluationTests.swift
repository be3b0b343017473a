import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("The program: evaluation of the whole policy", .timeLimit(.minutes(10)))
struct WholePolicyEvaluationTests {
  /// A data set of the sample pictures: Barack Obama enrols with two pictures and one of Joe Biden, Eileen Collins with
  /// one.
  private func dataSet(_ rows: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["obama.jpg", "obama2.jpg", "obama3.jpg", "biden.jpg", "astronaut.png", "rocket.jpg"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: Samples.path(name))
    }
    let head = ["path,subject,use,claim,species,transaction"]
    let enrolment = ["obama.jpg,O,enrol", "biden.jpg,O,enrol", "obama3.jpg,O,enrol", "astronaut.png,A,enrol"]
    try folder.write((head + enrolment + rows).joined(separator: "\n") + "\n", to: "people.csv")
    return folder
  }

  private func evaluate(_ folder: TemporaryFolder, _ out: String, _ options: String...) throws -> ProgramRun {
    let fixed = ["evaluate", "authentication", "--manifest", folder.file("people.csv"), "--root"]
    let words = fixed + [folder.path, "--out", folder.file(out)] + options
    return try ProgramRun(bytes: words.map { Array($0.utf8) })
  }

  /// A table that the program wrote.
  private func table(_ folder: TemporaryFolder, _ name: String) throws -> [[String: String]] {
    let table = CSVTable(try folder.contents(name))
    return table.rows.map { Dictionary(uniqueKeysWithValues: zip(table.header, $0)) }
  }

  private func summary(_ folder: TemporaryFolder, _ out: String) throws -> [String: Any] {
    let bytes = Data(try folder.contents(out + "/summary.json"))
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  /// The lines of the summary, without those about how long it took and what the cache knew.
  private func figures(_ folder: TemporaryFolder, _ out: String) throws -> [Substring] {
    let text = String(decoding: try folder.contents(out + "/summary.json"), as: UTF8.self)
    return text.split(separator: "\n").filter { line in
      !["seconds", "transactionsPerSecond", "fromCache"].contains { line.contains("\"\($0)\"") }
    }
  }

  private func rate(_ summary: [String: Any], _ key: String) throws -> [Int] {
    let rate = try #require(summary[key] as? [String: Any])
    return try ["events", "trials"].map { try #require(rate[$0] as? Int) }
  }

  @Test("Every transaction is counted once, and every refusal has its cause")
  func figures() throws {
    let folder = try dataSet([
      "obama2.jpg,O,probe", "rocket.jpg,O,probe", "biden.jpg,B,probe,O", "astronaut.png,A,probe,O",
      "rocket.jpg,A,probe,A,,two", "astronaut.png,A,probe,A,,two", "obama3.jpg,,probe,A,replay",
    ])
    let run = try evaluate(folder, "out", "--liveness", "off", "--no-attention")
    // Eileen Collins probes with what she is enrolled with, which is left out.
    #expect(run.code == 3, "\(run.errorOutput)")
    #expect(run.output.contains("false rejection (FRR)"))
    let summary = try summary(folder, "out")
    #expect(try rate(summary, "failureToEnrol") == [0, 2])
    #expect(try rate(summary, "failureToEnrolAtFirstTry") == [1, 2])
    #expect(try rate(summary, "frr") == [1, 2])
    #expect(try rate(summary, "frrOfCompared") == [0, 1])
    #expect(try rate(summary, "far") == [0, 2])
    #expect(try rate(try #require(summary["iapar"] as? [String: Any]), "replay") == [0, 1])
    let refusals = try #require(summary["refusals"] as? [String: [String: Any]])
    #expect(refusals["genuine"] as? [String: Int] == ["noUsableFace": 1])
    #expect(refusals["impostor"] as? [String: Int] == ["noMatch": 2])
    let rows = try table(folder, "out/transactions.csv")
    #expect(rows.map { $0["line"] } == ["6", "7", "8", "9", "12"])
    #expect(rows.map { $0["result"] } == ["accepted", "refused", "refused", "refused", "refused"])
    #expect(rows.map { $0["cause"] } == ["", "noUsableFace", "noMatch", "noMatch", "noMatch"])
    let enrolments = try table(folder, "out/enrolments.csv")
    #expect(enrolments.map { $0["tries"] } == ["2", "1"])
    #expect(enrolments.map { $0["left_out"] } == ["biden.jpg", ""])
    #expect(
      try table(folder, "out/problems.csv").map { $0["cause"] } == [
        "astronaut.png is enrolled as the same person, so it cannot probe"
      ])
  }

  @Test("A look away is refused by the default rules, and says so")
  func attention() throws {
    let folder = try dataSet(["obama2.jpg,O,probe"])
    let run = try evaluate(folder, "out", "--json")
    #expect(run.code == 0, "\(run.errorOutput)")
    let json = try run.json()
    #expect(json["requiresAttention"] as? Bool == true)
    #expect(
      (json["refusals"] as? [String: [String: Any]])?["genuine"] as? [String: Int] == ["inattentive": 1])
  }

  @Test("Files that cannot be read are named with their line, and are no refusals")
  func unreadable() throws {
    let folder = try dataSet([
      "gone.jpg,O,enrol", "text.jpg,G,enrol", "missing.jpg,O,probe", "text.jpg,O,probe", "-,O,probe",
      "/dev/zero,O,probe", "rocket.jpg,O,probe,,,t", "text.jpg,O,probe,,,t", "obama2.jpg,G,probe",
      "obama2.jpg,O,probe",
    ])
    try folder.write("no picture", to: "text.jpg")
    let run = try evaluate(folder, "out", "--liveness", "off", "--no-attention", "--workers", "2")
    #expect(run.code == 3)
    let problems = try table(folder, "out/problems.csv")
    #expect(problems.map { $0["line"] } == ["6", "7", "8", "9", "10", "11", "13"])
    #expect(problems[0]["cause"] == "gone.jpg: no such file; check the name")
    #expect(run.errorLines.contains("facelatch: line 8: missing.jpg: no such file; check the name"))
    let summary = try summary(folder, "out")
    #expect(try rate(summary, "failureToEnrol") == [0, 2])
    #expect(try rate(summary, "frr") == [0, 1])
    #expect(summary["unreadable"] as? Int == 5)
    #expect(summary["notEnrolled"] as? Int == 1)
    #expect(
      try table(folder, "out/enrolments.csv").map { $0["result"] } == ["enrolled", "enrolled", "unreadable"])
    #expect(try table(folder, "out/enrolments.csv").map { $0["left_out"] } == ["biden.jpg", "", ""])
  }

  @Test("Shards, a second run and another number of workers change nothing")
  func reproducible() throws {
    let folder = try dataSet(["obama2.jpg,O,probe", "biden.jpg,B,probe,A", "rocket.jpg,,probe,A,print"])
    let rules = ["--liveness", "off", "--no-attention"]
    #expect(try evaluate(folder, "whole", rules[0], rules[1], rules[2], "--workers", "1").code == 0)
    for index in 1...2 {
      let run = try evaluate(
        folder, "shard\(index)", rules[0], rules[1], rules[2], "--shard", "\(index)/2", "--json")
      #expect(run.code == 0)
      #expect(try run.json()["people"] as? Int == 1)
    }
    let merge = try ProgramRun(
      "evaluate", "merge", folder.file("shard1"), folder.file("shard2"), "--out", folder.file("merged"))
    #expect(merge.code == 0, "\(merge.errorOutput)")
    let merged = try evaluate(folder, "merged", rules[0], rules[1], rules[2], "--workers", "2", "--json")
    #expect(try merged.json()["fromCache"] as? Int == 3)
    for name in ["transactions.csv", "enrolments.csv", "problems.csv"] {
      #expect(try folder.contents("whole/" + name) == folder.contents("merged/" + name))
    }
    #expect(try figures(folder, "whole") == figures(folder, "merged"))
    // Other rules are no business of the cache.
    let strict = try evaluate(folder, "merged", "--liveness", "off", "--json")
    #expect(try strict.json()["fromCache"] as? Int == 0)
  }

  @Test("A challenge that nobody can answer is refused")
  func challenge() throws {
    let folder = try dataSet(["obama2.jpg,O,probe"])
    let run = try evaluate(folder, "out", "--liveness", "challenge")
    #expect(run.code == 2)
    #expect(run.errorOutput.contains("'--liveness challenge' cannot be evaluated"))
  }
}
