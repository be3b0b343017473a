import Formats

/// The scores of both classes, each as shares of its own number: a class of thousands and one of millions are
/// then of one height.
struct ScoreHistogramChart: Sendable {
  let counts: ScoreCounts
  let wording: ReportWording

  /// Thresholds from one end of the axis to the other, the same as those of the slider.
  let range: ClosedRange<Int>

  /// The threshold that is marked.
  let threshold: Int

  /// A form of the chart for one width of the page.
  enum Size: String, CaseIterable, Sendable {
    case wide
    case narrow

    var width: Double { self == .wide ? 720 : 380 }
    var height: Double { self == .wide ? 350 : 320 }
  }

  enum Heights: String, CaseIterable, Sendable {
    case even
    case logarithmic
  }

  private struct Bin {
    let thresholds: Range<Int>
    let genuine: UInt64
    let impostor: UInt64
  }

  private static let maximumBins = 96

  /// Steps of 1/4096 per bin: a power of two, so that all bins are complete.
  private var stepsPerBin: Int {
    var steps = 1
    while (range.upperBound - range.lowerBound) / steps > Self.maximumBins { steps *= 2 }
    return steps
  }

  private var bins: [Bin] {
    let steps = stepsPerBin
    let starts = stride(from: range.lowerBound / steps * steps, to: range.upperBound, by: steps)
    return starts.map { start in
      // A score of exactly 1 would have a bin of its own beyond the axis.
      let isLast = start + steps >= range.upperBound
      let thresholds = start..<(isLast ? counts.genuine.count : start + steps)
      return Bin(
        thresholds: thresholds, genuine: counts.genuine[thresholds].reduce(0, +),
        impostor: counts.impostor[thresholds].reduce(0, +))
    }
  }

  /// The width of a bin in words, for example `1/64`.
  private var binWidth: String {
    let steps = stepsPerBin
    return steps >= ScoreCounts.perUnit
      ? String(steps / ScoreCounts.perUnit) : "1/\(ScoreCounts.perUnit / steps)"
  }

  /// The chart in all its forms; style sheet and switch show one of them.
  func drawings() -> Markup {
    let bins = bins
    var result = Markup()
    for heights in Heights.allCases {
      for size in Size.allCases { result += drawing(bins, size, heights) }
    }
    return result
  }

  private func drawing(_ bins: [Bin], _ size: Size, _ heights: Heights) -> Markup {
    let id = "histogram-\(size.rawValue)-\(heights.rawValue)"
    let shares = [
      bins.map { share($0.genuine, counts.genuineTotal) },
      bins.map { share($0.impostor, counts.impostorTotal) },
    ]
    let frame = frame(size, heights, shares.joined().filter { $0 > 0 })
    let lowest = frame.y.domain.lowerBound
    let isLogarithmic = heights == .logarithmic
    let marks = isLogarithmic ? frame.y.decades : frame.y.evenTicks(about: 5)
    let scores = frame.x.evenTicks(about: size == .wide ? 10 : 5)
    var body = frame.axes(
      horizontal: .init(title: "Score", ticks: scores, labelled: scores) { scoreLabel($0) },
      vertical: .init(
        title: "Share of \(wording.trials) per \(binWidth) of score", ticks: marks,
        labelled: isLogarithmic ? frame.y.spaced(marks, apart: 20) : marks
      ) { isLogarithmic ? ReportNumbers.decade($0, lowest: lowest) : evenLabel($0) })
    body += pattern(id)
    body += curve(bins, shares[1], frame, style: "impostor", fill: "url(#\(id)-hatch)")
    body += curve(bins, shares[0], frame, style: "genuine", fill: nil)
    body += mark(frame)
    return frame.drawing(
      id: id, style: "\(size.rawValue) \(heights.rawValue)", title: "Distribution of scores",
      description: description(bins), body: body)
  }

  private func frame(_ size: Size, _ heights: Heights, _ shares: [Double]) -> ChartFrame {
    let highest = shares.max() ?? 1
    let (bottom, top) = (size.height - 50, 52.0)
    let domain: ClosedRange<Double>
    switch heights {
    case .even: domain = 0...highest * 1.04
    case .logarithmic: domain = ChartScale.decade(below: shares.min() ?? 0.1)...min(1, highest * 2)
    }
    return ChartFrame(
      width: size.width, height: size.height,
      x: ChartScale(
        domain: ScoreCounts.threshold(range.lowerBound)...ScoreCounts.threshold(range.upperBound),
        start: Self.leftMargin, end: size.width - Self.rightMargin, isLogarithmic: false),
      y: ChartScale(domain: domain, start: bottom, end: top, isLogarithmic: heights == .logarithmic),
      titleDistance: 32)
  }

  /// The style sheet gives the slider the same margins, so that its thumb stands below the line it moves.
  private static let leftMargin = 60.0
  private static let rightMargin = 14.0

  private func share(_ part: UInt64, _ whole: UInt64) -> Double {
    whole > 0 ? Double(part) / Double(whole) : 0
  }

  private func scoreLabel(_ score: Double) -> String {
    trimmed(fixed(score, decimals: 4)).replacing("-", with: "−")
  }

  private func evenLabel(_ share: Double) -> String {
    trimmed(fixed(100 * share, decimals: 4)) + "\(ReportNumbers.space)%"
  }

  /// The outline of the bins as steps, over an area down to the axis. Bins without a score are left out, as a
  /// line on a logarithmic axis would give them a share.
  private func curve(_ bins: [Bin], _ shares: [Double], _ frame: ChartFrame, style: String, fill: String?)
    -> Markup
  {
    var outline = ""
    var places: [(x: Double, y: Double)] = []
    func endGroup() {
      guard let last = places.last else { return }
      outline += ChartFrame.path(places + [(last.x, frame.y.start)])
      places = []
    }
    for (bin, share) in zip(bins, shares) {
      if share > 0 {
        let left = frame.x.place(ScoreCounts.threshold(bin.thresholds.lowerBound))
        let height = frame.y.place(share)
        if places.isEmpty { places.append((left, frame.y.start)) }
        places.append((left, height))
        places.append((frame.x.place(ScoreCounts.threshold(bin.thresholds.upperBound)), height))
      } else {
        endGroup()
      }
    }
    endGroup()
    let paint: Markup = fill.map { "fill=\"\($0)\" " } ?? ""
    return """
      <path class="area \(style)" d="\(outline)" \(paint)/><path class="curve \(style)" d="\(outline)" />

      """
  }

  private func pattern(_ id: String) -> Markup {
    """
    <defs><pattern id="\(id)-hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect class="hatch" width="1.5" height="6" /></pattern></defs>

    """
  }

  /// The line that follows the slider; the script reads where the axis lies.
  private func mark(_ frame: ChartFrame) -> Markup {
    let place = frame.x.place(ScoreCounts.threshold(threshold))
    let (top, bottom) = (frame.y.end - 6, frame.y.start)
    let inside = max(frame.x.start + 46, min(frame.x.end - 46, place))
    let label = ChartFrame.text(
      inside - place, top - 5, "threshold \(ReportNumbers.score(ScoreCounts.threshold(threshold)))",
      anchor: "middle")
    let number = ReportNumbers.coordinate
    return """
      <g class="threshold-mark" transform="translate(\(number(place)) 0)" data-start="\(number(frame.x.start))" \
      data-end="\(number(frame.x.end))"><line x1="0" y1="\(number(top))" x2="0" y2="\(number(bottom))" />\
      \(label)</g>
      """
  }

  private func description(_ bins: [Bin]) -> String {
    func peak(_ count: (Bin) -> UInt64) -> String {
      guard let bin = bins.max(by: { count($0) < count($1) }) else { return "" }
      return scoreLabel(ScoreCounts.threshold(bin.thresholds.lowerBound))
    }
    var parts: [String] = []
    if counts.genuineTotal > 0 {
      let number = ReportNumbers.grouped(counts.genuineTotal)
      parts.append("\(wording.genuine): \(number), most often near a score of \(peak { $0.genuine }).")
    }
    if counts.impostorTotal > 0 {
      let number = ReportNumbers.grouped(counts.impostorTotal)
      parts.append("\(wording.impostor): \(number), most often near a score of \(peak { $0.impostor }).")
    }
    return parts.joined(separator: " ") + " The table below the chart has the numbers."
  }

  /// The numbers behind the chart.
  func table() -> ReportTable {
    ReportTable(
      caption: "Scores per \(binWidth)",
      columns: [
        .number("Score from"), .number("to below"), .number(wording.genuine), .number(wording.impostor),
      ],
      rows: bins.map { bin in
        let end = min(bin.thresholds.lowerBound + stepsPerBin, counts.genuine.count - 1)
        return [
          "\(ReportNumbers.score(ScoreCounts.threshold(bin.thresholds.lowerBound)))",
          "\(ReportNumbers.score(ScoreCounts.threshold(end)))",
          "\(ReportNumbers.grouped(bin.genuine))", "\(ReportNumbers.grouped(bin.impostor))",
        ]
      })
  }
}
