import Foundation
import Testing

@testable import EvaluationReport

@Suite("Sections of a report")
struct ReportSectionTests {
  private func empty(_ wording: ReportWording = .verification) -> ReportContent {
    ReportContent(title: "Nothing yet", wording: wording, threshold: 0.5)
  }

  private func sections(_ content: ReportContent) throws -> [String] {
    try ReportDocument.read(Report(content).html()).elements("section").compactMap { $0.attributes["id"] }
  }

  @Test("What is empty leaves its section out")
  func leftOut() throws {
    #expect(try sections(empty()) == [])
    let all = try ReportSample.complete.get().content
    let parts: [(String, (inout ReportContent) -> Void)] = [
      ("result", { $0.figures = all.figures }),
      ("operating-points", { $0.operatingPoints = all.operatingPoints }),
      ("threshold", { $0.accepted = all.accepted }),
      ("threshold", { $0.wronglyAccepted = all.wronglyAccepted }),
      ("threshold", { $0.detectionErrorTradeoff = all.detectionErrorTradeoff }),
      ("folds", { $0.folds = all.folds }),
      ("false-matches", { $0.falseMatches = all.falseMatches }),
      ("false-non-matches", { $0.falseNonMatches = all.falseNonMatches }),
      ("failures", { $0.failures = all.failures }),
      ("notes", { $0.notes = all.notes }),
      ("record", { $0.facts = all.facts }),
    ]
    for (name, fill) in parts {
      var content = empty()
      fill(&content)
      #expect(try sections(content) == [name])
    }
    #expect(
      try sections(all) == [
        "result", "operating-points", "threshold", "folds", "false-matches", "false-non-matches", "failures",
        "notes", "record",
      ])
  }

  @Test("Without scores there is neither slider nor script")
  func noScript() throws {
    var content = empty()
    content.detectionErrorTradeoff = try ReportSample.complete.get().content.detectionErrorTradeoff
    let page = try ReportDocument.read(Report(content).html())
    #expect(page.element(id: "threshold-slider") == nil)
    #expect(page.element(id: "tradeoff-title") != nil)
    content.detectionErrorTradeoff = []
    content.notes = ["a note"]
    #expect(try ReportDocument.read(Report(content).html()).elements("script").isEmpty)
  }

  @Test("Tables have the numbers that were given")
  func tables() throws {
    var content = empty()
    content.operatingPoints = [
      ReportOperatingPoint(
        target: 0.001, threshold: 0.34375, falseMatchRate: ReportRate(0.000_98, interval: 0.0007...0.0013),
        falseNonMatchRate: ReportRate(0.0125), isSupported: true),
      ReportOperatingPoint(target: 0.05, threshold: nil, isSupported: false, note: "too few"),
    ]
    content.folds = [ReportFold(name: "1", threshold: -0.25, accuracy: 0.9935, pairs: 6000)]
    let page = try ReportDocument.read(Report(content).html())
    let points = try #require(page.element(id: "operating-points"))
    #expect(
      points.rows == [
        [
          "A", "1 in 1,000", "0.3438", "0.0980\u{a0}%", "0.0700\u{a0}% to 0.130\u{a0}%", "1.25\u{a0}%", "",
        ],
        ["B", "5\u{a0}%", "none", "–", "", "–", "not supported too few"],
      ])
    #expect(points.text.contains("rule of 3"))
    let folds = try #require(page.element(id: "folds"))
    #expect(folds.rows == [["1", "−0.2500", "99.350\u{a0}%", "6,000"]])
  }

  @Test("A presentation-attack report speaks of attacks, a single picture stands alone")
  func presentationAttack() throws {
    var content = empty(.presentationAttack)
    content.operatingPoints = [ReportOperatingPoint(target: 0.05, threshold: 0.5, isSupported: true)]
    content.falseMatches = [ReportPair(pathA: "print.mjpeg", score: 0.75)]
    content.falseNonMatches = [ReportPair(pathA: "person.mjpeg", score: 0.25)]
    content.failures = [ReportFailure(path: "dark.mjpeg", reason: "no face")]
    let page = try ReportDocument.read(Report(content).html())
    let attacks = try #require(page.element(id: "false-matches"))
    #expect(attacks.rows == [["0.7500", "taken for bona fide", "print.mjpeg"]])
    #expect(
      page.element(id: "false-non-matches")?.rows == [["0.2500", "taken for an attack", "person.mjpeg"]])
    #expect(page.text.contains("Target APCER"))
    #expect(page.firstRangeOfComparisonWords == nil)
  }

  @Test("Pairs show their pictures, or say that there is none; what is not PNG is not shown")
  func pictures() throws {
    var content = empty()
    let png = try ReportSample.disc(seed: 1, side: 96).pngData()
    content.falseNonMatches = [
      ReportPair(pathA: "a", pathB: "b", score: 0.75, pictureA: png, pictureB: nil),
      ReportPair(
        pathA: "c", pathB: "d", score: 0.25, pictureA: Array("<svg onload='x'/>".utf8), pictureB: []),
    ]
    let section = try #require(
      try ReportDocument.read(Report(content).html()).element(id: "false-non-matches"))
    let images = section.elements("img")
    #expect(images.count == 1)
    #expect(images.first?.attributes["width"] == "96")
    let encoded = try #require(images.first?.attributes["src"]?.split(separator: ",").last)
    #expect(Data(base64Encoded: String(encoded)) == Data(png))
    #expect(section.text.components(separatedBy: "no picture").count == 4)
    #expect(section.elements("span").filter { $0.attributes["class"] == "outcome wrong" }.count == 1)
  }

  @Test("Long lists are cut, and the report says so")
  func limits() throws {
    var content = empty()
    content.failures = (0..<2500).map {
      ReportFailure(path: "p\($0)", reason: $0 < 20 ? "r\($0)" : "no face")
    }
    content.falseMatches = (0..<230).map { ReportPair(pathA: "a\($0)", pathB: "b", score: 0.5) }
    let page = try ReportDocument.read(Report(content).html())
    let failures = try #require(page.element(id: "failures"))
    let tables = failures.elements("table")
    #expect(tables.count == 2)
    #expect(tables.last?.rows.count == 2000)
    #expect(failures.text.contains("500 more are in failures.csv"))
    #expect(tables.first?.rows.first == ["no face", "2,480"])
    #expect(tables.first?.rows.last == ["other reasons", "9"])
    #expect(page.element(id: "false-matches")?.rows.count == 200)
    #expect(page.element(id: "false-matches")?.text.contains("30 further") == true)
  }
}

extension ReportDocument {
  /// Words of comparisons, which a report on presentations must not use.
  fileprivate var firstRangeOfComparisonWords: Range<String.Index>? {
    all.first { $0.name == "main" }?.text.firstRange(of: /[Gg]enuine|[Ii]mpostor|FMR|FNMR|template/)
  }
}
