import Foundation
import TestSupport
import Testing

@testable import FaceAnalysis

/// Operating points apart from a pack, and their way into its manifest.
struct OperatingPointsFileTests {
  private static let rates = MeasuredRates(
    source: "DATA: some people, all pairs", falseMatchRate: 1e-4, interval: 5e-5...2e-4,
    impostorPairs: 1_000_000,
    falseNonMatchRate: 0.02, falseNonMatchInterval: 0.01...0.03, genuinePairs: 3_000)

  private static func point(_ rate: Double, _ threshold: Double) -> MeasuredThreshold {
    MeasuredThreshold(
      threshold: threshold,
      rates: MeasuredRates(source: "DATA: all pairs", falseMatchRate: rate, impostorPairs: 10))
  }

  private static func file(
    _ points: [MeasuredThreshold], model: String = String(repeating: "a", count: 64), decision: Double = 1e-4
  ) throws(OperatingPointsFileError) -> OperatingPointsFile {
    try OperatingPointsFile(
      path: "points.json", model: model, modelPack: "a pack", operatingPoints: points,
      decisionFalseMatchRate: decision, command: "measure \"this\"")
  }

  /// A file with everything that may stand in one.
  private static func fullFile(model: String = String(repeating: "a", count: 64)) throws
    -> OperatingPointsFile
  {
    let verification = MeasuredRates(
      source: "OTHER: its pairs", falseMatchRate: 0, interval: 0...3e-4, impostorPairs: 10_000,
      genuinePairs: 0)
    let full = MeasuredThreshold(threshold: 0.450_195_312_5, rates: rates, verification: verification)
    return try file([full, point(0.01, 0.3)], model: model)
  }

  /// The text of that file with one part replaced.
  private static func changed(_ part: String, to other: String) throws -> [UInt8] {
    let text = try fullFile().text
    #expect(text.contains(part), "\(part)")
    return Array(text.replacing(part, with: other).utf8)
  }

  private static func read(_ text: String) throws -> OperatingPointsFile {
    try OperatingPointsFile(bytes: Array(text.utf8), path: "points.json")
  }

  @Test("What is written reads back as it was, by rising threshold, in fixed keys")
  func roundTrip() throws {
    let file = try Self.fullFile()
    #expect(file.operatingPoints.map(\.threshold) == [0.3, 0.450_195_312_5])
    #expect(try Self.read(file.text) == file)
    #expect(
      file.text == """
        {
          "formatVersion": 1,
          "model": "\(String(repeating: "a", count: 64))",
          "modelPack": "a pack",
          "operatingPoints": [
            {
              "falseMatchRate": 0.01,
              "threshold": 0.3,
              "impostorPairs": 10,
              "source": "DATA: all pairs"
            },
            {
              "falseMatchRate": 0.0001,
              "threshold": 0.4501953125,
              "interval": [
                5e-05,
                0.0002
              ],
              "impostorPairs": 1000000,
              "falseNonMatchRate": 0.02,
              "falseNonMatchInterval": [
                0.01,
                0.03
              ],
              "genuinePairs": 3000,
              "source": "DATA: some people, all pairs",
              "verification": {
                "falseMatchRate": 0.0,
                "interval": [
                  0.0,
                  0.0003
                ],
                "impostorPairs": 10000,
                "genuinePairs": 0,
                "source": "OTHER: its pairs"
              }
            }
          ],
          "decisionFalseMatchRate": 0.0001,
          "command": "measure \\"this\\""
        }

        """)
  }

  @Test("What is out of range, or contradicts itself, is named by its place")
  func ranges() throws {
    let good = Self.point(0.01, 0.3)
    func rates(_ change: (Double?, ClosedRange<Double>?, Int)) -> MeasuredRates {
      MeasuredRates(
        source: "", falseMatchRate: 1e-4, impostorPairs: 1, falseNonMatchRate: change.0,
        falseNonMatchInterval: change.1, genuinePairs: change.2)
    }
    let cases: [([MeasuredThreshold], String)] = [
      ([], "operatingPoints must hold one value at least"),
      ([good, Self.point(0, 0.5)], "operatingPoints.1.falseMatchRate must be greater than 0"),
      ([Self.point(1.5, 0.3)], "operatingPoints.0.falseMatchRate must be greater than 0 and at most 1"),
      ([Self.point(.nan, 0.3)], "operatingPoints.0.falseMatchRate"),
      ([Self.point(0.1, 1.1)], "operatingPoints.0.threshold must lie between -1 and 1"),
      ([Self.point(0.1, .nan)], "operatingPoints.0.threshold"),
      ([Self.point(0.1, .infinity)], "operatingPoints.0.threshold"),
      ([good, Self.point(0.01, 0.4)], "a higher threshold must have a lower false-match rate"),
      ([good, Self.point(0.02, 0.4)], "0.3 has 0.01 and 0.4 has 0.02"),
      ([good, Self.point(0.001, 0.3)], "a higher threshold must have a lower"),
      (
        [MeasuredThreshold(threshold: 0.4, rates: rates((1.1, nil, 1)))],
        "operatingPoints.0.falseNonMatchRate"
      ),
      (
        [MeasuredThreshold(threshold: 0.4, rates: rates((nil, -1...0, 1)))],
        "operatingPoints.0.falseNonMatchInterval"
      ),
      ([MeasuredThreshold(threshold: 0.4, rates: rates((nil, nil, -1)))], "operatingPoints.0.genuinePairs"),
      (
        [MeasuredThreshold(threshold: 0.4, rates: Self.rates, verification: rates((nil, 0...2, 1)))],
        "operatingPoints.0.verification.falseNonMatchInterval"
      ),
    ]
    for (points, words) in cases {
      let error = #expect(throws: OperatingPointsFileError.self) { try Self.file(points) }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? ""), not \(words)")
    }
    for rate in [0.02, 9e-5, 0, .nan] {
      let error = #expect(throws: OperatingPointsFileError.self) {
        try Self.file([good, Self.point(1e-4, 0.5)], decision: rate)
      }
      #expect(
        error?.description.contains("decisionFalseMatchRate must lie between 0.0001 and 0.01") == true,
        "\(String(describing: error))")
    }
    for model in ["", "abc", String(repeating: "x", count: 64), String(repeating: "é", count: 32)] {
      #expect(throws: OperatingPointsFileError.self) { try Self.file([good], model: model, decision: 0.01) }
    }
  }

  @Test("Texts that are no such file are refused with the file's name, the place and the cause")
  func malformed() throws {
    let cases: [(String, String, String)] = [
      ("\"model\"", "\"modell\"", "the key \"modell\" is unknown"),
      (
        "\"genuinePairs\": 3000", "\"genuinePair\": 3000",
        "the key \"operatingPoints.1.genuinePair\" is unknown"
      ),
      (
        "\"genuinePairs\": 0", "\"threshold\": 0",
        "the key \"operatingPoints.1.verification.threshold\" is unknown"
      ),
      ("\"command\": ", "\"model\": \"b\", \"command\": ", "the key \"model\" stands there twice"),
      ("\"modelPack\": \"a pack\",", "", "modelPack is missing"),
      ("\"modelPack\": \"a pack\"", "\"modelPack\": 3", "modelPack must be a string, not a number"),
      (
        "0.0001,\n  \"command\"", "0.1,\n  \"command\"",
        "decisionFalseMatchRate must lie between 0.0001 and 0.01"
      ),
      (
        "\"threshold\": 0.3", "\"threshold\": \"0.3\"",
        "operatingPoints.0.threshold must be a number, not a string"
      ),
      ("\"threshold\": 0.3", "\"threshold\": 1e999", "operatingPoints.0.threshold is too large"),
      ("\"threshold\": 0.3,", "", "operatingPoints.0.threshold is missing"),
      (
        "\"impostorPairs\": 10,", "\"impostorPairs\": 1.5,",
        "operatingPoints.0.impostorPairs must be a whole number, not a number"
      ),
      (
        "\"impostorPairs\": 10,", "\"impostorPairs\": -1,",
        "operatingPoints.0.impostorPairs must not be negative"
      ),
      ("5e-05,", "0.1,", "operatingPoints.1.interval must have its lower bound first"),
      ("5e-05,", "5e-05, 6e-05,", "operatingPoints.1.interval must hold 2 values, not 3"),
      ("5e-05,\n        0.0002", "", "operatingPoints.1.interval must hold 2 values, not 0"),
      ("\"formatVersion\": 1,", "", "formatVersion is missing"),
      (",\n  \"command\"", "\n  \"command\"", "line 40, column 3: ',' or '}' is expected"),
    ]
    for (part, other, words) in cases {
      let bytes = try Self.changed(part, to: other)
      let error = #expect(throws: OperatingPointsFileError.self) {
        try OperatingPointsFile(bytes: bytes, path: "points.json")
      }
      let description = error?.description ?? ""
      #expect(description.hasPrefix("points.json: not a valid file of operating points ("), "\(description)")
      #expect(description.contains(words), "\(description), not \(words)")
      #expect(!description.contains("\n"))
    }
    for text in [
      "", "no JSON", "[]", "null", "{}", "\u{0}", "{\"formatVersion\": \"1\"}", "{\"formatVersion\": 1}",
    ] {
      #expect(throws: OperatingPointsFileError.self) { try Self.read(text) }
    }
    let whole = Array(try Self.fullFile().text.utf8)
    for length in stride(from: 0, to: whole.count - 2, by: 3) {
      #expect(throws: OperatingPointsFileError.self) {
        try OperatingPointsFile(bytes: Array(whole[..<length]), path: "points.json")
      }
    }
  }

  @Test("All faults of a file are told at once")
  func allFaults() throws {
    let text = String(decoding: try Self.changed("\"threshold\": 0.3", to: "\"threshold\": 3"), as: UTF8.self)
      .replacing("\"modelPack\"", with: "\"pack\"").replacing(String(repeating: "a", count: 64), with: "abc")
      .replacing("\"genuinePairs\": 0", with: "\"genuinePairs\": \"0\"")
    let error = #expect(throws: OperatingPointsFileError.self) { try Self.read(text) }
    let expected: [DocumentFault] = [
      DocumentFault("modelPack", .missing),
      DocumentFault(
        "operatingPoints.1.verification.genuinePairs", .wrongKind(expected: .wholeNumber, found: .string)),
      DocumentFault(
        "pack",
        .unknownKey(understood: [
          "formatVersion", "model", "modelPack", "operatingPoints", "decisionFalseMatchRate", "command",
        ])),
      DocumentFault("model", .noSHA256),
      DocumentFault("operatingPoints.0.threshold", .outOfRange(-1...1)),
    ]
    #expect(error == .malformed(file: "points.json", faults: expected))
  }

  @Test("A file with one byte changed gives points within their ranges, or an error")
  func damaged() throws {
    let whole = Array(try Self.fullFile().text.utf8)
    var readCount = 0
    for place in whole.indices {
      for mask: UInt8 in [1, 0x10, 0x80] {
        var bytes = whole
        bytes[place] ^= mask
        guard let file = try? OperatingPointsFile(bytes: bytes, path: "points.json") else { continue }
        readCount += 1
        #expect(file.operatingPoints.count == 2)
        #expect(file.operatingPoints.allSatisfy { (-1...1).contains($0.threshold) && $0.falseMatchRate > 0 })
        #expect(try Self.read(file.text) == file)
      }
    }
    #expect(readCount > 50)
  }

  @Test("Another version of the format is refused before its keys are looked at")
  func version() {
    #expect(throws: OperatingPointsFileError.unsupportedFormat(file: "points.json", version: 2)) {
      try Self.read(#"{"formatVersion": 2, "points": []}"#)
    }
  }

  @Test("A file that is missing, a folder, a pipe or too large is told by its path")
  func unreadable() throws {
    #expect(
      throws: OperatingPointsFileError.unreadable(
        file: "/nowhere/p.json", reason: "No such file or directory")
    ) {
      try OperatingPointsFile(contentsOf: "/nowhere/p.json")
    }
    let folder = try TemporaryFolder()
    #expect(throws: OperatingPointsFileError.self) { try OperatingPointsFile(contentsOf: folder.path) }
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: OperatingPointsFileError.unreadable(file: pipe, reason: "is a pipe")) {
      try OperatingPointsFile(contentsOf: pipe)
    }
    let large = folder.file("large")
    try Data(repeating: 0x20, count: OperatingPointsFile.byteLimit + 1).write(to: URL(filePath: large))
    #expect(throws: OperatingPointsFileError.self) { try OperatingPointsFile(contentsOf: large) }
    let good = folder.file("good")
    let file = try Self.fullFile()
    try Data(file.text.utf8).write(to: URL(filePath: good))
    #expect(try OperatingPointsFile(contentsOf: good).operatingPoints == file.operatingPoints)
  }

  @Test("A pack takes the points of its own network over, and refuses those of another one")
  func pack() throws {
    let pack = try ModelPack.bundled()
    let file = try Self.fullFile(model: pack.embedding.file.sha256.uppercased())
    let changed = try pack.with(file)
    #expect(changed.embedding.operatingPoints == file.operatingPoints)
    #expect(changed.embedding.decisionFalseMatchRate == 1e-4)
    #expect(changed.embedding.file == pack.embedding.file)
    #expect(changed.detector == pack.detector)
    let other = try Self.fullFile()
    let error = #expect(throws: OperatingPointsFileError.self) { try pack.with(other) }
    #expect(
      error == .otherModel(file: "points.json", measured: other.model, inUse: pack.embedding.file.sha256))
    #expect(error?.description.contains("aaaaaaaaaaaa, the pack in use has 1971ab929f87") == true)
  }
}
