import ErrorRates
import Foundation
import Testing

@testable import EvaluationReport

@Suite("The threshold slider of a report")
struct ReportSliderTests {
  private struct Data: Decodable {
    let perUnit: Int
    let first: Int
    let names: [String]
    let genuine: [Int]
    let impostor: [Int]
  }

  /// What the script would count at each threshold of the histogram, from what the page gives it.
  private func decoded(_ page: ReportDocument) throws -> (genuine: [UInt64], impostor: [UInt64]) {
    let text = try #require(page.element(id: "score-counts")).text
    let data = try JSONDecoder().decode(Data.self, from: Foundation.Data(text.utf8))
    #expect(data.perUnit == 4096)
    func counts(_ runs: [Int]) -> [UInt64] {
      var bins = [UInt64](repeating: 0, count: data.first + 4096)
      for run in runs { bins += run < 0 ? [UInt64](repeating: 0, count: -run) : [UInt64(run)] }
      bins += [UInt64](repeating: 0, count: ScoreGrid.count - bins.count)
      for index in bins.indices.dropLast().reversed() { bins[index] += bins[index + 1] }
      return bins
    }
    return (counts(data.genuine), counts(data.impostor))
  }

  @Test("The page holds the counts that were given, at every threshold")
  func roundTrip() throws {
    let sample = ReportSample(genuineCount: 300, impostorCount: 2000)
    let counts = try decoded(try ReportDocument.read(Report(sample.content).html()))
    #expect(counts.genuine == sample.content.accepted)
    #expect(counts.impostor == sample.content.wronglyAccepted)
  }

  @Test("Scores at the very ends and large counts survive", arguments: [Float(-1), 0, 0.999, 1])
  func extremes(score: Float) throws {
    var content = ReportContent(title: "One score", wording: .verification, threshold: 0)
    content.accepted = ReportSample.countsAtOrAbove([score])
    content.wronglyAccepted = ReportSample.countsAtOrAbove([score]).map { $0 * 9_000_000_000 }
    let page = try ReportDocument.read(Report(content).html())
    let counts = try decoded(page)
    #expect(counts.genuine == content.accepted)
    #expect(counts.impostor == content.wronglyAccepted)
    let slider = try #require(page.element(id: "threshold-slider")).attributes
    let low = try #require(slider["min"].flatMap(Double.init))
    let high = try #require(slider["max"].flatMap(Double.init))
    #expect(low <= min(0, Double(score)) && high >= 0 && low < high)
  }

  @Test("Counts of a wrong number, rising or beyond 2^53 are no trap")
  func badCounts() throws {
    var content = ReportContent(title: "Bad", wording: .verification, threshold: .nan)
    content.accepted = [3, 2, 1]
    #expect(try ReportDocument.read(Report(content).html()).element(id: "threshold") == nil)
    content.accepted = (0..<8193).map { UInt64($0) }
    #expect(try ReportDocument.read(Report(content).html()).element(id: "threshold") == nil)
    content.accepted = (0..<8193).map { .max - UInt64($0) }
    #expect(try ReportDocument.read(Report(content).html()).element(id: "threshold") != nil)
  }

  @Test("At the start, before any script runs, the rates are those of plain counting")
  func start() throws {
    let sample = ReportSample(genuineCount: 300, impostorCount: 2000)
    let threshold = sample.content.threshold
    let falseMatches = sample.impostor.filter { Double($0) >= threshold }.count
    let falseNonMatches = sample.genuine.filter { Double($0) < threshold }.count
    let page = try ReportDocument.read(Report(sample.content).html())
    #expect(page.element(id: "false-match-count")?.text == "\(falseMatches) of 2,000")
    #expect(page.element(id: "false-non-match-count")?.text == "\(falseNonMatches) of 300")
    #expect(page.element(id: "threshold-value")?.text == "0.3472")
    #expect(page.element(id: "threshold-slider")?.attributes["value"] == "0.34716796875")
  }

  @Test("The slider goes through all thresholds at which anything changes, and those that are named")
  func range() throws {
    var content = ReportContent(title: "Range", wording: .verification, threshold: 0.25)
    content.accepted = ReportSample.countsAtOrAbove([0.5, 0.75])
    content.wronglyAccepted = ReportSample.countsAtOrAbove([0.125])
    func bounds() throws -> [String?] {
      let slider = try #require(ReportDocument.read(Report(content).html()).element(id: "threshold-slider"))
      return [slider.attributes["min"], slider.attributes["max"]]
    }
    #expect(try bounds() == ["0.125", "0.750244140625"])
    content.operatingPoints = [ReportOperatingPoint(target: 0.1, threshold: 0.875, isSupported: false)]
    content.threshold = -0.5
    #expect(try bounds() == ["-0.5", "0.875"])
  }

  @Test("A threshold between two steps becomes the higher one, which accepts nothing more")
  func betweenSteps() throws {
    #expect(ScoreCounts.index(of: 0.25) == 5120)
    #expect(ScoreCounts.index(of: 0.250_001) == 5121)
    #expect(ScoreCounts.index(of: -0.250_001) == 3072)
    #expect(ScoreCounts.index(of: 2) == 8192)
    #expect(ScoreCounts.index(of: -2) == 0)
    #expect(ScoreCounts.index(of: .nan) == 0)
    var content = ReportSample(genuineCount: 20, impostorCount: 20).content
    content.operatingPoints = [ReportOperatingPoint(target: 0.1, threshold: 0.3, isSupported: true)]
    let page = try ReportDocument.read(Report(content).html())
    let buttons = page.elements("button").map { $0.attributes["data-threshold"] }
    #expect(buttons == ["0.34716796875", "0.300048828125"])
    #expect(page.text.contains("between two steps"))
  }
}
