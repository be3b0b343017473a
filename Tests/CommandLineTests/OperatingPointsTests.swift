import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

/// A file of operating points in a temporary folder: 1 in 100 from 0.05 on, 1 in 10,000 from 0.9 on.
private struct PointsFile {
  let folder: TemporaryFolder
  var path: String { folder.file("points.json") }

  /// - Parameter change: Makes another text of the valid one.
  init(decision: Double = 1e-4, model: String? = nil, _ change: (String) -> String = { $0 }) throws {
    folder = try TemporaryFolder()
    func point(_ rate: Double, _ threshold: Double) -> MeasuredThreshold {
      MeasuredThreshold(
        threshold: threshold,
        rates: MeasuredRates(source: "Friends: all pairs", falseMatchRate: rate, impostorPairs: 4_321))
    }
    let file = try OperatingPointsFile(
      path: "points.json", model: model ?? ModelPack.bundled().embedding.file.sha256, modelPack: "test",
      operatingPoints: [point(0.01, 0.05), point(1e-4, 0.9)], decisionFalseMatchRate: decision,
      command: "none")
    try folder.write(change(file.text), to: "points.json")
  }
}

extension ProgramRun {
  /// `fmr`, `source` and `impostorPairs` of the JSON's `operatingPoint`, and `threshold` beside it.
  fileprivate func operatingPoint() throws -> (fmr: Double?, source: String?, pairs: Int?, threshold: Double?)
  {
    let result = try json()
    let point = result["operatingPoint"] as? [String: Any]
    return (
      point?["fmr"] as? Double, point?["source"] as? String, point?["impostorPairs"] as? Int,
      result["threshold"] as? Double
    )
  }
}

@Suite("The program: operating points", .timeLimit(.minutes(10)))
struct OperatingPointsTests {
  private static let same = [Samples.path("obama.jpg"), Samples.path("obama2.jpg")]
  private static let different = [Samples.path("obama.jpg"), Samples.path("astronaut.png")]

  private func compare(_ pictures: [String], _ options: String...) throws -> ProgramRun {
    try ProgramRun(bytes: (["compare"] + pictures + options).map { Array($0.utf8) })
  }

  @Test("The pack's own point is named, with who measured it")
  func ownPoint() throws {
    let text = try compare(Self.same)
    #expect(text.output.contains(" on: 1 in 100,000 pairs of different people, LFW DevTrain)\n"))
    let pack = try ModelPack.bundled().embedding
    let own = try #require(pack.operatingPoints.first { $0.falseMatchRate == pack.decisionFalseMatchRate })
    let json = try compare(Self.same, "--json")
    #expect(
      try json.operatingPoint() == (own.falseMatchRate, own.source, own.impostorPairs, own.threshold))
    #expect(json.keysInOrder(["score", "fmr", "threshold", "operatingPoint", "match"]))
  }

  @Test("A file's points decide in compare, and its rate unless another one is asked for")
  func comparison() throws {
    let points = try PointsFile()
    let strict = try compare(Self.same, "--operating-points", points.path, "--json")
    #expect(strict.code == 1)
    #expect(try strict.operatingPoint() == (1e-4, "Friends: all pairs", 4_321, 0.9))
    #expect(try strict.json()["fmrRelation"] as? String == "about")
    let lax = try compare(Self.different, "--operating-points=\(points.path)", "--fmr", "0.01")
    #expect(lax.code == 0)
    #expect(lax.output.contains("(a match from 0.050 on: 1 in 100 pairs of different people, Friends)"))
    let middle = try compare(Self.different, "--operating-points", points.path, "--fmr=1e-3", "--json")
    #expect(middle.code == 1)
    #expect(abs((try middle.operatingPoint().threshold ?? 0) - 0.475) < 1e-6)
    let undecided = try compare(
      [Samples.path("rocket.jpg"), Self.same[0]], "--operating-points", points.path, "--json")
    #expect(undecided.code == 3)
    #expect(try undecided.operatingPoint() == (1e-4, "Friends: all pairs", 4_321, 0.9))
  }

  @Test("Another rate works with the pack's own points, too")
  func rate() throws {
    let run = try compare(Self.different, "--fmr", "1e-3", "--json")
    let own = try ModelPack.bundled().embedding.operatingPoints.first { $0.falseMatchRate == 1e-3 }
    #expect(try run.operatingPoint().threshold == own?.threshold)
  }

  @Test("identify decides and names the point")
  func identification() throws {
    let points = try PointsFile()
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Self.same[0], toPath: folder.file("Barack.jpg"))
    func identify(_ options: String...) throws -> ProgramRun {
      let arguments = [
        "identify", "--gallery", folder.path, Self.same[1], "--operating-points", points.path,
      ]
      return try ProgramRun(bytes: (arguments + options).map { Array($0.utf8) })
    }
    let strict = try identify("--json")
    #expect(strict.code == 1)
    #expect(try strict.json()["identity"] is NSNull)
    #expect(try strict.operatingPoint() == (1e-4, "Friends: all pairs", 4_321, 0.9))
    #expect(strict.keysInOrder(["identity", "threshold", "operatingPoint", "error"]))
    let text = try identify()
    #expect(
      text.output.hasSuffix("(a match from 0.900 on: 1 in 10,000 pairs of different people, Friends)\n"))
    let lax = try identify("--fmr", "0.01", "--json")
    #expect(lax.code == 0)
    #expect(try lax.json()["identity"] as? String == "Barack")
  }

  @Test("authenticate and vault get decide by the file, say so and write the rate into the log")
  func authentication() throws {
    let store = try PreparedStore()
    _ = try store.run("vault", "put", "--user", "ada", "token", input: [1])
    let strict = try PointsFile()
    let lax = try PointsFile(decision: 0.01)
    let face = ["--policy", "biometrics", PreparedStore.face, "--operating-points"]
    func run(_ arguments: [String]) throws -> ProgramRun {
      try ProgramRun(
        bytes: arguments.map { Array($0.utf8) }, environment: ["FACELATCH_STORE": store.directory])
    }
    let refused = try run(["authenticate", "--user", "ada", "--json"] + face + [strict.path])
    #expect(refused.code == 1)
    #expect(try refused.jsonError().name == "authenticationFailed")
    #expect(try refused.operatingPoint() == (1e-4, "Friends: all pairs", 4_321, 0.9))
    #expect(refused.keysInOrder(["score", "threshold", "operatingPoint", "liveness"]))
    let words = try run(["authenticate", "--user", "ada"] + face + [strict.path])
    #expect(
      words.output.contains("(a match from 0.900 on: 1 in 10,000 pairs of different people, Friends)\n"))
    let none = try run(["vault", "get", "--user", "ada", "token"] + face + [strict.path])
    #expect(none.code == 1 && none.output.isEmpty)
    let secret = try run(["vault", "get", "--user", "ada", "token"] + face + [lax.path])
    #expect(secret.code == 0 && secret.output == "\u{1}")
    let log = String(decoding: try store.folder.contents("store/audit.jsonl"), as: UTF8.self)
    #expect(log.split(separator: "\n").count { $0.contains("\"falseMatchRate\":0.0001,") } == 3)
    #expect(log.split(separator: "\n").count { $0.contains("\"falseMatchRate\":0.01,") } == 1)

    let passcode = try store.run(
      "authenticate", "--user", "ada", "--json", passcodes: PreparedStore.passcode + "\n")
    #expect(try passcode.json()["operatingPoint"] is NSNull)
  }

  @Test("enroll takes pictures for those of one person from the file's threshold on")
  func enrolment() throws {
    let store = try PreparedStore(isEnrolled: false)
    let strict = try PointsFile()
    let run = try store.run(
      "enroll", "--user", "ada", Samples.path("obama.jpg"), PreparedStore.face, "--operating-points",
      strict.path,
      passcodes: PreparedStore.passcode + "\n")
    #expect(run.code == 3)
    #expect(run.errorLines.last?.contains("shows another person than the others") == true)
  }

  @Test(
    "Files that cannot be used are named with the cause, and nothing is decided",
    arguments: [
      ("", "line 1, column 1: a value is expected, but the text ends"), ("no JSON", "line 1, column 1"),
      ("[]", "the document must be an object, not a list"), ("{}", "formatVersion is missing"),
    ])
  func noPoints(_ text: String, _ words: String) throws {
    let points = try PointsFile { _ in text }
    try check(points, "not a valid file of operating points (\(words)")
  }

  @Test("Unknown keys, points out of range, and two that contradict each other are named")
  func invalidPoints() throws {
    let cases: [(String, String, String)] = [
      ("\"impostorPairs\"", "\"pairs\"", "the key \"operatingPoints.0.pairs\" is unknown"),
      ("\"threshold\": 0.9", "\"threshold\": 9", "operatingPoints.1.threshold must lie between -1 and 1"),
      (
        "\"falseMatchRate\": 0.01", "\"falseMatchRate\": 0",
        "operatingPoints.0.falseMatchRate must be greater"
      ),
      ("\"threshold\": 0.9", "\"threshold\": 0.01", "a higher threshold must have a lower false-match rate"),
      (
        "Rate\": 0.0001,\n  \"com", "Rate\": 0.1,\n  \"com",
        "decisionFalseMatchRate must lie between 0.0001 and 0.01"
      ),
      ("\"formatVersion\": 1", "\"formatVersion\": 2", "format version 2 is not supported"),
    ]
    for (part, other, words) in cases {
      try check(PointsFile { $0.replacing(part, with: other) }, words)
    }
  }

  @Test("Points that were measured for another network are refused in words that say so")
  func otherModel() throws {
    let points = try PointsFile(model: String(repeating: "0", count: 64))
    try check(points, "its points were measured for embedding network 000000000000, the pack in use has ")
    let store = try PreparedStore()
    let run = try store.run(
      "authenticate", "--user", "ada", PreparedStore.face, "--operating-points", points.path)
    #expect(run.code == 4)
    #expect(run.errorLines.count == 1)
    #expect(try store.record?.attempts.failedMatches == 0)
  }

  private func check(_ points: PointsFile, _ words: String) throws {
    let run = try compare(Self.same, "--operating-points", points.path, "--json")
    #expect(run.code == 4)
    #expect(try run.json().keys.sorted() == ["error"])
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.hasPrefix("facelatch: \(points.path): "), "\(run.errorOutput)")
    #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
  }

  @Test(
    "A rate that is none, or was not measured, is wrong usage",
    arguments: [
      (
        "0", "'--fmr' takes a rate greater than 0 and at most 1, not '0'; write 1 in 10,000 as 1e-4 or 0.0001"
      ),
      ("-1", "not '-1'"), ("1.5", "not '1.5'"), ("nan", "not 'nan'"), ("inf", "not 'inf'"),
      ("often", "not 'often'"),
      ("1/1000", "not '1/1000'"), ("0.1", "the model was measured from 1 in 10,000 to 1 in 100;"),
      ("1e-5", "no threshold is known for a false-match rate of 1 in 100,000: "),
    ])
  func unusableRate(_ rate: String, _ words: String) throws {
    let points = try PointsFile()
    let run = try compare(Self.same, "--operating-points", points.path, "--fmr=\(rate)")
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
  }

  @Test("The documented file is one")
  func documentation() throws {
    let page = URL(fileURLWithPath: Samples.folder).deletingLastPathComponent()
      .appendingPathComponent("Documentation/CommandLine.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let block = try #require(text.firstMatch(of: /```json\n({\n  "formatVersion"(?s:.*?)\n})\n```/)).1
    let file = try OperatingPointsFile(bytes: Array(block.utf8), path: "CommandLine.md")
    #expect(file.model == (try ModelPack.bundled().embedding.file.sha256))
    #expect(file.operatingPoints.first?.verification?.genuinePairs == nil)
    #expect(file.operatingPoints.first?.rates.falseNonMatchInterval == 0.012...0.033)
  }

  @Test("Commands that compare nothing take no such options")
  func otherCommands() throws {
    for arguments in [
      ["inspect", Self.same[0], "--operating-points", "x"], ["doctor", "--fmr", "1e-4"],
      ["authenticate", "--user", "ada", "--fmr", "1e-4"],
    ] {
      let run = try ProgramRun(bytes: arguments.map { Array($0.utf8) })
      #expect(run.code == 2, "\(arguments)")
    }
  }
}
