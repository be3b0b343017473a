import Testing

@testable import EvaluationReport

@Suite("Charts of a report")
struct ReportChartTests {
  @Test("Ticks of an even axis are round and within it")
  func evenTicks() {
    let scale = ChartScale(domain: -0.37...0.95, start: 0, end: 100, isLogarithmic: false)
    #expect(scale.evenTicks(about: 5) == [0, 0.5])
    let ticks = scale.evenTicks(about: 10)
    #expect(ticks.count == 6)
    #expect(zip(ticks, [-0.2, 0, 0.2, 0.4, 0.6, 0.8]).allSatisfy { ($0 - $1).magnitude < 1e-12 })
    let point = ChartScale(domain: 0.5...0.5, start: 0, end: 100, isLogarithmic: false)
    #expect(point.evenTicks(about: 5) == [0.5])
    #expect(point.place(0.5) == 0)
  }

  @Test("A logarithmic axis has its decades at even distances and its ends for what is beyond")
  func logarithmic() {
    let scale = ChartScale(domain: 1e-4...1, start: 400, end: 0, isLogarithmic: true)
    #expect(scale.decades.count == 5)
    #expect(
      zip(scale.decades.map(scale.place), [400, 300, 200, 100, 0]).allSatisfy { ($0 - $1).magnitude < 1e-9 })
    #expect(scale.place(0) == 400)
    #expect(scale.place(1e-9) == 400)
    #expect(scale.place(2) == 0)
    #expect((ChartScale.decade(below: 0.001) - 0.001).magnitude < 1e-12)
    #expect((ChartScale.decade(below: 0.0099) - 0.001).magnitude < 1e-12)
    let labelled = scale.spaced(scale.decades, apart: 150)
    #expect(labelled.count == 3 && labelled.last == scale.decades.last)
  }

  @Test("The numbers of the histogram add up, whatever the width of its bins")
  func histogram() throws {
    let sample = ReportSample(genuineCount: 300, impostorCount: 2000)
    let counts = try #require(
      ScoreCounts(accepted: sample.content.accepted, wronglyAccepted: sample.content.wronglyAccepted))
    for range in [counts.range, 0...8192, counts.range.lowerBound...8192] {
      let chart = ScoreHistogramChart(counts: counts, wording: .verification, range: range, threshold: 5000)
      let page = try ReportDocument.read("<div>\(chart.table().html().text)</div>")
      let rows = page.rows
      #expect(rows.count <= 97)
      func sum(_ column: Int) -> Int {
        rows.reduce(0) { $0 + (Int($1[column].replacing(",", with: "")) ?? 0) }
      }
      #expect(sum(2) == 300)
      #expect(sum(3) == 2000)
    }
  }

  @Test("A score of exactly 1 is in the last bin")
  func highestScore() throws {
    let counts = try #require(
      ScoreCounts(
        accepted: ReportSample.countsAtOrAbove([1, 0.5]), wronglyAccepted: ReportSample.countsAtOrAbove([-1]))
    )
    #expect(counts.range == 0...8192)
    let chart = ScoreHistogramChart(counts: counts, wording: .verification, range: 0...8192, threshold: 0)
    let rows = try ReportDocument.read("<div>\(chart.table().html().text)</div>").rows
    #expect(rows.last?[1...] == ["1.0000", "1", "0"])
    #expect(rows.first == ["−1.0000", "−0.9688", "0", "1"])
  }

  @Test("The trade-off marks operating points where their rates are, hollow where they are not supported")
  func operatingPoints() throws {
    let curve = [(1e-4, 0.1), (1e-2, 1e-2), (1, 1e-3)].map {
      ReportCurvePoint(falseMatchRate: $0.0, falseNonMatchRate: $0.1)
    }
    let points = [
      ReportOperatingPoint(
        target: 0.01, threshold: 0.3, falseMatchRate: ReportRate(1e-2), falseNonMatchRate: ReportRate(1e-2),
        isSupported: true),
      ReportOperatingPoint(target: 0.1, threshold: nil, isSupported: true),
      ReportOperatingPoint(
        target: 1e-6, threshold: 0.5, falseMatchRate: ReportRate(0), falseNonMatchRate: ReportRate(1),
        isSupported: false),
    ]
    let chart = try #require(ErrorTradeoffChart(curve, operatingPoints: points, wording: .verification))
    let page = try ReportDocument.read(chart.drawing(current: (1, 1e-3)).text)
    let marks = page.elements("g").filter { $0.attributes["class"]?.hasPrefix("operating-point") == true }
    #expect(marks.map { $0.text } == ["A", "C"])
    #expect(marks.map { $0.attributes["class"] } == ["operating-point", "operating-point unsupported"])
    // The axes go over four and three decades, from 62 to 406 and from 370 to 34.
    #expect(marks.first?.children.first?.attributes["d"]?.hasPrefix("M234 252") == true)
    #expect(marks.last?.children.first?.attributes["d"]?.hasPrefix("M62 28") == true)
    let ring = page.elements("g").first { $0.attributes["class"] == "tradeoff-mark" }
    #expect(ring?.attributes["transform"] == "translate(406 370)")
    #expect(ring?.attributes["data-x"] == "62 406 -4")
  }

  @Test("A test without errors has no curve, and the report says so")
  func noErrors() throws {
    let curve = [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0)].map {
      ReportCurvePoint(falseMatchRate: $0.0, falseNonMatchRate: $0.1)
    }
    #expect(ErrorTradeoffChart(curve, operatingPoints: [], wording: .verification) == nil)
    var content = ReportContent(title: "Apart", wording: .verification, threshold: 0.5)
    content.detectionErrorTradeoff = curve
    let page = try ReportDocument.read(Report(content).html())
    #expect(page.element(id: "threshold")?.text.contains("no curve to draw") == true)
    #expect(page.element(id: "threshold")?.rows.count == 3)
  }

  @Test(
    "Shares have three significant digits, also of what is missing to 1",
    arguments: [
      (0, "0 %"), (1, "100 %"), (0.5, "50.0 %"), (0.1234, "12.3 %"), (0.0123, "1.23 %"),
      (0.00098, "0.0980 %"),
      (0.0000216, "0.00216 %"), (0.000_001_234, "1.23 × 10⁻⁶"), (1e-12, "1 × 10⁻¹²"), (0.9935, "99.350 %"),
      (0.999_996, "99.999600 %"), (.nan, "–"),
    ])
  func shares(share: Double, text: String) {
    #expect(ReportNumbers.share(share).replacing("\u{a0}", with: " ") == text)
  }

  @Test(
    "Targets are spoken of as they are set",
    arguments: [
      (0.001, "1 in 1,000"), (1e-6, "1 in 1,000,000"), (0.05, "5 %"), (0.1, "10 %"), (0.003, "0.3 %"),
    ])
  func targets(target: Double, text: String) {
    #expect(ReportNumbers.target(target).replacing("\u{a0}", with: " ") == text)
  }
}
