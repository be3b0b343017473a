import ErrorRates
import EvaluationReport
import Formats
import Foundation
import Imaging
import Matching
import TestSupport
import Testing

/// A made-up evaluation: scores drawn from two normal distributions, drawn thumbnails, awkward paths.
struct ReportSample {
  var genuine: [Float]
  var impostor: [Float]
  var content: ReportContent

  init(genuineCount: Int, impostorCount: Int, wording: ReportWording = .verification) {
    var generator = SeededGenerator(seed: 7)
    func score(mean: Double) -> Float { Float(max(-1, min(1, generator.normal(mean: mean, deviation: 0.1)))) }
    genuine = (0..<genuineCount).map { _ in score(mean: 0.58) }
    impostor = (0..<impostorCount).map { _ in score(mean: 0.04) }
    content = ReportContent(title: "Verification: drawn scores", wording: wording, threshold: 1422.0 / 4096)
    content.accepted = Self.countsAtOrAbove(genuine)
    content.wronglyAccepted = Self.countsAtOrAbove(impostor)
  }

  /// How many scores are at least as high as each threshold, counted the plain way.
  static func countsAtOrAbove(_ scores: [Float]) -> [UInt64] {
    var counts = [UInt64](repeating: 0, count: ScoreGrid.count)
    for score in scores {
      counts[Int((Double(score) * 4096).rounded(.down)) + 4096] += 1
    }
    for index in counts.indices.dropLast().reversed() { counts[index] += counts[index + 1] }
    return counts
  }

  /// Both rates at a multiple of 1/4096.
  func rates(at threshold: Double) -> (falseMatchRate: Double, falseNonMatchRate: Double) {
    let index = Int(threshold * 4096) + 4096
    let falseNonMatches = UInt64(genuine.count) - content.accepted[index]
    return (
      Double(content.wronglyAccepted[index]) / Double(impostor.count),
      Double(falseNonMatches) / Double(genuine.count)
    )
  }

  /// The interval of Wilson, near enough for a drawing.
  static func interval(_ share: Double, _ number: Int) -> ClosedRange<Double> {
    let (z, n) = (1.96, Double(number))
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot() / (1 + z * z / n)
    return max(0, middle - half)...min(1, middle + half)
  }
}

extension ReportSample {
  /// A report with every part filled.
  static let complete = Result { try madeUp() }

  static func madeUp() throws -> ReportSample {
    var sample = ReportSample(genuineCount: 2000, impostorCount: 50_000)
    sample.content.figures = sample.figures
    sample.content.operatingPoints = sample.operatingPoints
    sample.content.detectionErrorTradeoff = sample.curve
    sample.content.folds = (1...10).map { fold -> ReportFold in
      let threshold = Double(1380 + 3 * fold) / 4096
      let accuracy = fold == 4 ? 1 : 0.99 + 0.0008 * Double(fold)
      return ReportFold(name: String(fold), threshold: threshold, accuracy: accuracy, pairs: 5200)
    }
    sample.content.failures = (1...60).map { number in
      ReportFailure(
        path: "drawn/nobody/picture_\(number).png",
        reason: number.isMultiple(of: 4) ? "damaged: the file ends early" : "no face")
    }
    let low = sample.genuine.sorted().prefix(8)
    let high = sample.impostor.sorted(by: >).prefix(10)
    sample.content.falseMatches = try high.enumerated().map { index, score in
      try pair(score, "drawn/first \(index)/0001.png", "drawn/second_\(index)/0002.png", seed: index)
    }
    sample.content.falseNonMatches = try low.enumerated().map { index, score in
      let folder =
        index == 2 ? "a_folder_whose_name_goes_on_and_on_without_a_blank_\(index)" : "same \(index)"
      return try pair(score, "drawn/\(folder)/0001.png", "drawn/\(folder)/0003.png", seed: 50 + index)
    }
    sample.content.notes = [
      "The scores were drawn from two normal distributions. They say nothing about faces.",
      "A rate is only stated where there are comparisons enough to have seen it: three times its inverse.",
    ]
    sample.content.facts = [
      ReportFact(
        "Command", "facelatch evaluate verification --protocol lfw --data lfw/ --out 'results of may'",
        isCode: true),
      ReportFact("Scores SHA-256", String(repeating: "0123456789abcdef", count: 4), isCode: true),
      ReportFact("Date", "2026-05-04 12:00:00 UTC"),
      ReportFact("Pictures per second", "118.4"),
    ]
    return sample
  }

  private var figures: [ReportFigure] {
    [
      ReportFigure(
        label: "Equal error rate", value: "0.35 %", interval: "0.14 to 0.71 %",
        note: "2,000 genuine comparisons"),
      ReportFigure(
        label: "Accuracy, 10 folds", value: "99.52 %", interval: "standard error 0.07 %", note: "52,000 pairs"
      ),
      ReportFigure(label: "Area under the curve", value: "0.99981", interval: "0.99970 to 0.99989"),
      ReportFigure(
        label: "Failure to acquire", value: "0.45 %", interval: "0.34 to 0.58 %",
        note: "60 of 13,233 pictures"),
    ]
  }

  private var operatingPoints: [ReportOperatingPoint] {
    [0.1, 0.01, 0.001, 0.0001, 0.000_001].map { target -> ReportOperatingPoint in
      let step = (-4096...4096).first { self.rates(at: Double($0) / 4096).falseMatchRate <= target } ?? 4096
      let threshold = Double(step) / 4096
      let rates = self.rates(at: threshold)
      let isSupported = target * Double(impostor.count) >= 3
      return ReportOperatingPoint(
        target: target, threshold: threshold,
        falseMatchRate: ReportRate(
          rates.falseMatchRate, interval: Self.interval(rates.falseMatchRate, impostor.count)),
        falseNonMatchRate: ReportRate(
          rates.falseNonMatchRate, interval: Self.interval(rates.falseNonMatchRate, genuine.count)),
        isSupported: isSupported, note: isSupported ? "" : "takes 3,000,000 impostor comparisons")
    }
  }

  private var curve: [ReportCurvePoint] {
    stride(from: 200, through: 2800, by: 8).map { step -> ReportCurvePoint in
      let rates = self.rates(at: Double(step) / 4096)
      return ReportCurvePoint(
        falseMatchRate: rates.falseMatchRate, falseNonMatchRate: rates.falseNonMatchRate,
        interval: Self.interval(rates.falseNonMatchRate, genuine.count))
    }
  }

  /// A pair with two drawn discs for pictures.
  private static func pair(_ score: Float, _ pathA: String, _ pathB: String, seed: Int) throws -> ReportPair {
    ReportPair(
      pathA: pathA, pathB: pathB, score: Double(score),
      pictureA: try disc(seed: seed, side: 96).pngData(),
      pictureB: try disc(seed: seed + 1000, side: 96).pngData())
  }

  static func disc(seed: Int, side: Int) -> Image {
    var generator = SeededGenerator(seed: UInt64(seed))
    let colors = (0..<6).map { _ in UInt8.random(in: 40...220, using: &generator) }
    let radius = Double.random(in: 0.25...0.45, using: &generator) * Double(side)
    var pixels: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (Double(x) - Double(side) / 2, Double(y) - Double(side) / 2)
        let first = dx * dx + dy * dy < radius * radius ? 0 : 3
        pixels += colors[first..<first + 3]
      }
    }
    return Image(width: side, height: side, pixels: pixels) ?? Image(width: 1, height: 1)
  }

  /// The scores as `scores.csv` of an evaluation has them.
  var scoresTable: String {
    var lines = ["path_a,path_b,same,score,fold,identity_a,identity_b,error"]
    for (same, scores) in [("1", genuine), ("0", impostor)] {
      for (index, score) in scores.enumerated() {
        lines.append("a\(index),b\(index),\(same),\(String(format: "%.9g", Double(score))),,,,")
      }
    }
    lines.append("a,b,1,,,,,no face")
    return lines.joined(separator: "\n") + "\n"
  }
}

@Suite(
  "A report to look at", .enabled(if: ProcessInfo.processInfo.environment["FACELATCH_REPORT_FOLDER"] != nil))
struct ReportSampleTests {
  @Test("Reports and scores are written for Benchmarks/evaluation/check_report.py")
  func write() throws {
    let path = try #require(ProcessInfo.processInfo.environment["FACELATCH_REPORT_FOLDER"])
    let folder = URL(fileURLWithPath: path)
    let sample = try ReportSample.complete.get()
    try Data(Report(sample.content).html().utf8).write(to: folder.appendingPathComponent("report.html"))
    try Data(sample.scoresTable.utf8).write(to: folder.appendingPathComponent("scores.csv"))
    var attacks = ReportSample(genuineCount: 300, impostorCount: 400, wording: .presentationAttack)
    attacks.content.title = "Presentation attacks: drawn scores"
    attacks.content.falseMatches = attacks.impostor.sorted(by: >).prefix(4).map {
      ReportPair(pathA: "drawn/\u{202e}attack.mjpeg", score: Double($0))
    }
    try Data(Report(attacks.content).html().utf8).write(to: folder.appendingPathComponent("attacks.html"))
    try Data(attacks.scoresTable.utf8).write(to: folder.appendingPathComponent("attacks.csv"))
  }
}
