import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

/// Tables of scores in a temporary folder, and runs of `tune` on them.
private struct Tuning {
  static let head = "same,score,fold,identity_a,identity_b"
  let data: PeopleFolder

  init() throws {
    data = try PeopleFolder([:])
    try data.folder.write(([Self.head] + Self.rows()).joined(separator: "\n"), to: "scores.csv")
  }

  /// Everybody against everybody, of forty people with one genuine comparison each: impostors below 0.4.
  static func rows(people: Int = 40) -> [String] {
    (0..<people).flatMap { one in
      ["1,\(0.5 + Double(one) / 100),\(one % 4),p\(one),p\(one)"]
        + (0..<one).map { other in
          "0,\(Double((one * 31 + other * 17) % 97) / 250),\((one + other) % 4),p\(one),p\(other)"
        }
    }
  }

  func tune(_ options: String) throws -> ProgramRun { try data.run("tune " + options) }

  /// Writes a table of the same scores, of which only some columns are left.
  func write(columns: [Int], to name: String) throws {
    let rows = ([Self.head] + Self.rows()).map { row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      return columns.map { String(fields[$0]) }.joined(separator: ",")
    }
    try data.folder.write(rows.joined(separator: "\n"), to: name)
  }
}

@Suite("The program: tune", .timeLimit(.minutes(10)))
struct TuneTests {
  /// The only point of a run's JSON.
  private func point(_ run: ProgramRun) throws -> [String: Any] {
    try #require((try run.json()["points"] as? [[String: Any]])?.first)
  }

  private func trials(_ point: [String: Any], _ half: String, _ rate: String) -> Int? {
    ((point[half] as? [String: Any])?[rate] as? [String: Any])?["trials"] as? Int
  }

  @Test("A verification on the same scores or people, or on too few comparisons, says so")
  func doubtfulVerification() throws {
    let tuning = try Tuning()
    try tuning.data.folder.write(
      ([Tuning.head] + Tuning.rows(people: 5)).joined(separator: "\n"), to: "few.csv")
    let same = try tuning.tune("--scores scores.csv --verify ./scores.csv --fmr 0.05")
    #expect(same.code == 0)
    #expect(
      same.errorOutput
        == "facelatch: ./scores.csv: the thresholds are chosen on the same scores; this verifies nothing\n")
    #expect(!same.output.contains("too few"))
    let shared = try tuning.tune("--scores scores.csv --verify few.csv --fmr 0.05")
    #expect(
      shared.errorOutput
        == "facelatch: few.csv: 5 people are also among those that the thresholds are chosen on; use others to verify\n"
    )
    // Ten impostor comparisons, sixty are needed.
    #expect(shared.output.contains("too few impostor comparisons to confirm or refute the rate"))
    let json = try tuning.tune("--scores scores.csv --verify few.csv --fmr 0.05 --json")
    #expect(try point(json)["verificationSupported"] as? Bool == false)
  }

  @Test("A threshold is chosen on half of the people and verified on the others, always the same")
  func people() throws {
    let tuning = try Tuning()
    let run = try tuning.tune("--scores scores.csv --fmr 0.05 --out points.json")
    #expect(run.code == 0)
    #expect(run.errorOutput.isEmpty)
    #expect(run.output.hasPrefix("chosen on    scores.csv, half of the people: "))
    #expect(run.output.contains("\nverified on  scores.csv, the other half of the people: "))
    #expect(run.output.contains("; by people: ") && run.output.hasSuffix("\nwritten to points.json\n"))
    let again = try tuning.tune("--scores scores.csv --fmr 0.05 --json")
    let point = try point(again)
    let chosen = try #require(trials(point, "chosen", "fnmr"))
    #expect(chosen + (trials(point, "verified", "fnmr") ?? 0) == 40)
    #expect(trials(point, "chosen", "fmr") == chosen * (chosen - 1) / 2)

    let file = try OperatingPointsFile(contentsOf: tuning.data.folder.file("points.json"))
    #expect(file.operatingPoints.map(\.threshold) == [point["threshold"] as? Double])
    #expect(file.operatingPoints[0].falseMatchRate == 0.05 && file.decisionFalseMatchRate == 0.05)
    #expect(file.operatingPoints[0].rates.interval != nil)
    #expect(file.operatingPoints[0].verification?.genuinePairs == 40 - chosen)
    #expect(file.model == (try ModelPack.bundled().embedding.file.sha256))
    #expect(file.command.hasPrefix("facelatch tune --scores scores.csv --fmr 0.05"))

    let compared = try ProgramRun(
      "compare", Samples.path("obama.jpg"), Samples.path("obama2.jpg"), "--json", "--operating-points",
      tuning.data.folder.file("points.json"))
    #expect(compared.code == 0)
    #expect(try compared.json()["threshold"] as? Double == point["threshold"] as? Double)
  }

  @Test("Without people, the folds are halved; with neither, other scores must be named")
  func folds() throws {
    let tuning = try Tuning()
    try tuning.write(columns: [0, 1, 2], to: "folds.csv")
    let run = try tuning.tune("--scores folds.csv --fmr 0.05,0.1 --decide 0.1 --out points.json")
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("chosen on    folds.csv, half of the folds: 20 genuine, "))
    #expect(!run.output.contains("by people"))
    let file = try OperatingPointsFile(contentsOf: tuning.data.folder.file("points.json"))
    #expect(file.operatingPoints.map(\.falseMatchRate) == [0.1, 0.05] && file.decisionFalseMatchRate == 0.1)

    try tuning.write(columns: [0, 1], to: "plain.csv")
    try tuning.data.folder.write("same,score,identity_a,identity_b\n1,0.5,a,a\n1,0.6,a,a\n", to: "one.csv")
    for (name, cause) in [
      ("plain.csv", "says neither who is who nor of folds"), ("one.csv", "compares too few people"),
    ] {
      let refused = try tuning.tune("--scores \(name) --fmr 0.05 --out refused.json")
      #expect(refused.code == 3)
      #expect(refused.errorLines.count == 1)
      #expect(
        refused.errorOutput
          == "facelatch: \(name): \(cause), so it cannot be split; name other scores with --verify, on which "
          + "the threshold is verified\n")
    }
    #expect(!(tuning.data.folder.names.contains { $0.hasPrefix("refused") }))
    let verified = try tuning.tune("--scores plain.csv --verify folds.csv --fmr 0.05 --source Mine --json")
    #expect(verified.code == 0)
    #expect(try verified.json()["source"] as? String == "Mine")
    #expect(try verified.json()["verifySource"] as? String == "folds.csv")
    #expect(trials(try point(verified), "verified", "fmr") == 780)
  }

  @Test(
    "A rate that the comparisons cannot carry is refused with the number it takes, and nothing is written")
  func unsupported() throws {
    let tuning = try Tuning()
    let rows = (0..<300).map { "0,\(Double($0) / 1000)" } + (0..<10).map { "1,0.\(6 + $0 % 4)" }
    try tuning.data.folder.write((["same,score"] + rows).joined(separator: "\n"), to: "few.csv")
    let before = tuning.data.folder.names
    let run = try tuning.tune("--scores few.csv --verify few.csv --fmr 1e-2,1e-5 --out points.json")
    #expect(run.code == 3)
    #expect(run.output.isEmpty)
    #expect(
      run.errorOutput
        == "facelatch: few.csv: a false-match rate of 1e-05 takes at least 300,000 impostor comparisons, 300 are "
        + "there; ask for a higher rate or give more data\n")
    #expect(tuning.data.folder.names == before)
    #expect(try tuning.tune("--scores few.csv --verify few.csv --fmr 1e-2").code == 0)
  }

  @Test("Two rates that the scores do not tell apart are refused")
  func sameThreshold() throws {
    let tuning = try Tuning()
    let run = try tuning.tune("--scores scores.csv --verify scores.csv --fmr 0.05,0.0501 --out points.json")
    #expect(run.code == 3)
    #expect(
      run.errorOutput.hasPrefix(
        "facelatch: scores.csv: FMR 5.01e-02 and FMR 5e-02 have the same threshold, 0.")
        && run.errorOutput.hasSuffix("; ask for one of them\n"), "\(run.errorOutput)")
    #expect(!tuning.data.folder.names.contains("points.json"))
  }

  @Test("Costs choose the threshold, and the point has the rate that was measured")
  func costs() throws {
    let tuning = try Tuning()
    func threshold(_ options: String) throws -> Double {
      let run = try tuning.tune("--scores scores.csv --json " + options)
      #expect(run.code == 0, "\(run.errorOutput)")
      return try #require(try point(run)["threshold"] as? Double)
    }
    let strict = try threshold("--cost-false-match 1000 --impostor-share 0.9 --out strict.json")
    let lax = try threshold("--cost-false-match 0.001 --cost-false-non-match 100 --impostor-share 0.01")
    // Between the highest impostor and the lowest genuine score, both costs vanish.
    #expect(lax <= strict && strict <= 0.5)
    let file = try OperatingPointsFile(contentsOf: tuning.data.folder.file("strict.json"))
    #expect(file.operatingPoints.count == 1 && file.operatingPoints[0].threshold == strict)
    #expect(file.operatingPoints[0].falseMatchRate > 0)
    let text = try tuning.tune("--scores scores.csv --cost-false-match 2.5").output
    #expect(text.contains("\nleast cost (false match 2.5, false non-match 1, 50.00 % strangers): threshold "))
  }

  @Test("Counts with the extreme pairs beside them, as a verification leaves them")
  func counts() throws {
    let tuning = try Tuning()
    let scores = Tuning.rows().map { $0.split(separator: ",") }
    func values(_ same: String) -> [Double] { scores.filter { $0[0] == same }.compactMap { Double($0[1]) } }
    let (genuine, impostor) = (values("1"), values("0"))
    let lines = (-4096...4096).map { step in
      let threshold = Double(step) / 4096
      return "\(threshold),\(genuine.count { $0 >= threshold }),\(impostor.count { $0 >= threshold })"
    }
    let counts = (["threshold,genuine,impostor"] + lines).joined(separator: "\n")
    func write(_ folder: String, model: String = "") throws {
      try tuning.data.folder.write(counts, to: folder + "/counts.csv")
      let highest = Tuning.rows().filter { $0.hasPrefix("0") }
      try tuning.data.folder.write(
        ([Tuning.head] + highest).joined(separator: "\n"), to: folder + "/impostors.csv")
      try tuning.data.folder.write(
        (["identity,pictures"] + (0..<40).map { "p\($0),1" }).joined(separator: "\n"),
        to: folder + "/identities.csv")
      try tuning.data.folder.write(
        ([Tuning.head] + Tuning.rows()).joined(separator: "\n"), to: folder + "/scores.csv")
      if !model.isEmpty {
        try tuning.data.folder.write("{\"model\":\"\(model)\"}", to: folder + "/summary.json")
      }
    }
    try write("dev")
    let refused = try tuning.tune("--scores dev --fmr 0.05")
    #expect(refused.code == 3)
    #expect(
      refused.errorOutput.hasPrefix(
        "facelatch: dev: counts comparisons that it does not list, so it cannot be split; "))
    let run = try tuning.tune("--scores dev --verify dev/counts.csv --fmr 0.05 --json")
    #expect(run.code == 0, "\(run.errorOutput)")
    let found = try point(run)
    #expect((found["chosen"] as? [String: Any])?["fmrPeopleInterval"] is [Double])
    #expect((found["verified"] as? [String: Any])?["fmrPeopleInterval"] is NSNull)
    #expect(trials(found, "verified", "fmr") == 780)
    // All scores are known here, too, so the same threshold must come out.
    let listed = try tuning.tune("--scores scores.csv --verify scores.csv --fmr 0.05 --json")
    #expect(try point(listed)["threshold"] as? Double == found["threshold"] as? Double)

    try write("other", model: String(repeating: "0", count: 64))
    let other = try tuning.tune("--scores other --verify dev --fmr 0.05 --out points.json")
    #expect(other.code == 4)
    #expect(
      other.errorOutput.hasPrefix(
        "facelatch: other: was measured with the network 000000000000, the model pack has another one; "))
    #expect(!tuning.data.folder.names.contains("points.json"))
  }

  @Test(
    "A table that is none is named with cause and cure, and nothing is written",
    arguments: [
      ("", "its first line does not name the columns same and score"),
      ("same,score\n", "no row has a score"),
      ("same,score\n1,\"0.5\n0,0.1\n", "the quote in line 2 is never closed"),
      ("threshold,genuine,impostor\n-1,1,1\n", "it does not hold falling counts at every multiple of 1/4096"),
      ("same,score\n1,0.5\n1,0.6\n", "genuine and impostor comparisons are needed, 2 and 0 are there"),
    ])
  func malformed(_ text: String, _ cause: String) throws {
    let tuning = try Tuning()
    try tuning.data.folder.write(text, to: "bad.csv")
    let run = try tuning.tune("--scores bad.csv --verify scores.csv --fmr 0.05 --out points.json")
    #expect(run.code == 3)
    #expect(
      run.errorLines.count == 1 && run.errorOutput.hasPrefix("facelatch: bad.csv: \(cause)"),
      "\(run.errorOutput)")
    #expect(!tuning.data.folder.names.contains("points.json"))
  }

  @Test("Rows of a table that say nothing are told and left out")
  func rows() throws {
    let tuning = try Tuning()
    let nonsense = (0..<12).map { _ in "2,0.5,0,p1,p2" }
    try tuning.data.folder.write(
      ([Tuning.head] + nonsense + Tuning.rows()).joined(separator: "\n"), to: "rows.csv")
    let run = try tuning.tune("--scores rows.csv --fmr 0.05")
    #expect(run.code == 0)
    #expect(run.errorLines.count == 11)
    #expect(
      run.errorLines[0] == "facelatch: rows.csv: line 2: the label '2' is neither 1 (the same person) nor 0")
    #expect(run.errorLines[10] == "facelatch: rows.csv: 2 more rows left out")
  }

  // MARK: - Model packs and configurations

  /// A copy of the bundled pack.
  private func copyPack(to folder: TemporaryFolder) throws {
    let bundled = URL(fileURLWithPath: Samples.folder).deletingLastPathComponent()
      .appendingPathComponent("Models").path
    try folder.write(
      [UInt8](Data(contentsOf: URL(fileURLWithPath: bundled + "/model-pack.json"))),
      to: "pack/model-pack.json")
    for name in try FileManager.default.contentsOfDirectory(atPath: bundled) where name.hasSuffix(".onnx") {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("pack/" + name), withDestinationPath: bundled + "/" + name)
    }
  }

  @Test("A model pack gets the points, and nothing else in it changes")
  func pack() throws {
    let tuning = try Tuning()
    try copyPack(to: tuning.data.folder)
    let before = try tuning.data.json("pack/model-pack.json")
    let lost = try tuning.tune("--scores scores.csv --fmr 0.05 --pack pack --out no/where.json")
    #expect(lost.code == 4)
    #expect(lost.errorOutput.hasPrefix("facelatch: no/where.json: its folder does not exist"))
    #expect(
      NSDictionary(dictionary: try tuning.data.json("pack/model-pack.json"))
        == NSDictionary(dictionary: before))

    let run = try tuning.tune("--scores scores.csv --fmr 0.05,0.1 --pack pack --source Mine")
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("written to pack/model-pack.json\n"))
    let after = try tuning.data.json("pack/model-pack.json")
    func others(_ manifest: [String: Any]) -> NSDictionary {
      var manifest = manifest
      var embedding = manifest["embedding"] as? [String: Any]
      embedding?["operatingPoints"] = nil
      embedding?["decisionFalseMatchRate"] = nil
      manifest["embedding"] = embedding
      return NSDictionary(dictionary: manifest)
    }
    #expect(others(after) == others(before))
    let points = try #require((after["embedding"] as? [String: Any])?["operatingPoints"] as? [[String: Any]])
    #expect(points.map { $0["falseMatchRate"] as? Double } == [0.1, 0.05])
    #expect(try tuning.data.folder.names(below: "pack").filter { $0.hasSuffix(".partial") } == [])
    let compared = try ProgramRun(
      "compare", Samples.path("obama.jpg"), Samples.path("obama2.jpg"), "--json", "--models",
      tuning.data.folder.file("pack"))
    #expect(compared.code == 0)
    let operatingPoint = try compared.json()["operatingPoint"] as? [String: Any]
    #expect(operatingPoint?["source"] as? String == "Mine" && operatingPoint?["fmr"] as? Double == 0.05)
  }

  @Test("A configuration that is none stops it before anything is written")
  func configuration() throws {
    let tuning = try Tuning()
    try tuning.data.folder.write("[]", to: "list.json")
    let refused = try tuning.tune("--scores scores.csv --fmr 0.05 --out points.json --config list.json")
    #expect(refused.code == 4)
    #expect(
      refused.errorOutput.hasPrefix("facelatch: list.json: is no configuration: it is no JSON object; "))
    #expect(!tuning.data.folder.names.contains("points.json"))

    try tuning.data.folder.write("{\"falseMatchRate\": 1e-5, \"liveness\": \"off\"}", to: "config.json")
    let run = try tuning.tune("--scores scores.csv --fmr 0.05 --out points.json --config config.json")
    #expect(run.code == 0)
    let config = try tuning.data.json("config.json")
    #expect(config["falseMatchRate"] as? Double == 0.05 && config["liveness"] as? String == "off")
    #expect((config["operatingPoints"] as? String)?.hasSuffix("/points.json") == true)
  }
}
