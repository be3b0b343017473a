import Formats

/// Scores and errors over all thresholds: the charts, and the slider that moves through them.
struct ThresholdSection: Sendable {
  static let id = "threshold"

  let content: ReportContent

  private var wording: ReportWording { content.wording }

  /// `nil` where neither counts nor a curve are given.
  var section: ReportSection? {
    let counts = ScoreCounts(accepted: content.accepted, wronglyAccepted: content.wronglyAccepted)
    var parts: [Markup] = []
    if let counts { parts.append(scores(counts)) }
    if !content.detectionErrorTradeoff.isEmpty { parts.append(tradeoff(counts)) }
    guard !parts.isEmpty else { return nil }
    let body: Markup = """
      <div class="explorer">
      \(parts)</div>
      \(counts.map { data($0) } ?? Markup())
      """
    return ReportSection(id: Self.id, heading: "Scores and threshold", body: body)
  }

  // MARK: The distribution and the slider

  /// Thresholds that the slider goes through: all at which something changes, and those that are named.
  private func range(_ counts: ScoreCounts) -> ClosedRange<Int> {
    let named = [content.threshold] + content.operatingPoints.compactMap { $0.threshold }
    let indices = named.map { ScoreCounts.index(of: $0) }
    let low = indices.reduce(counts.range.lowerBound) { min($0, $1) }
    let high = indices.reduce(counts.range.upperBound) { max($0, $1) }
    return low...high
  }

  private func scores(_ counts: ScoreCounts) -> Markup {
    let chart = ScoreHistogramChart(
      counts: counts, wording: wording, range: range(counts),
      threshold: ScoreCounts.index(of: content.threshold))
    return """
      <div class="scores">
      <h3>Distribution of scores</h3>
      <figure class="histogram">
      <figcaption>
      \(legend(counts))
      <fieldset class="switch"><legend>Scale</legend>
      <label><input type="radio" name="heights" id="heights-even" checked="checked" /> linear</label>
      <label><input type="radio" name="heights" id="heights-logarithmic" /> logarithmic</label>
      </fieldset>
      </figcaption>
      \(chart.drawings())\(slider(counts))</figure>
      \(readout(counts))
      <details><summary>Numbers of the chart</summary>
      \(chart.table().html())</details>
      </div>

      """
  }

  private func legend(_ counts: ScoreCounts) -> Markup {
    func entry(_ name: String, _ style: String, _ total: UInt64) -> Markup {
      """
      <li class="\(style)"><svg class="sample" viewBox="0 0 32 10" aria-hidden="true">\
      <path class="curve \(style)" d="M1 5H31" /></svg> \(name), \(ReportNumbers.grouped(total))</li>
      """
    }
    return """
      <ul class="legend">\(entry(wording.genuine, "genuine", counts.genuineTotal))\
      \(entry(wording.impostor, "impostor", counts.impostorTotal))</ul>
      """
  }

  private func slider(_ counts: ScoreCounts) -> Markup {
    let range = range(counts)
    let bounds: Markup = """
      min="\(exact(range.lowerBound))" max="\(exact(range.upperBound))" \
      step="\(ReportNumbers.exactThreshold(1 / Double(ScoreCounts.perUnit)))" \
      value="\(exact(ScoreCounts.index(of: content.threshold)))"
      """
    let buttons = content.operatingPoints.enumerated().compactMap { index, point -> Markup? in
      point.threshold.map { threshold in
        """
        <button type="button" data-threshold="\(exact(ScoreCounts.index(of: threshold)))">\
        \(ErrorTradeoffChart.letter(index))<span class="long">: \(wording.falseMatchRate) \
        \(ReportNumbers.target(point.target))</span></button>

        """
      }
    }
    return """
      <div class="controls" id="controls" hidden="hidden">
      <div class="slider"><label class="unseen" for="threshold-slider">Threshold</label>
      <input type="range" id="threshold-slider" \(bounds) /></div>
      <div class="steps">
      <p><label for="threshold-number">Threshold</label>
      <input type="number" id="threshold-number" \(bounds) /></p>
      <div class="goto" role="group" aria-label="Go to a threshold">
      <button type="button" data-threshold="\(exact(ScoreCounts.index(of: content.threshold)))">Start</button>
      \(buttons)</div>
      </div>
      </div>
      <noscript><p class="remark">The slider needs JavaScript, which is off. Everything else on this page can be \
      read without it.</p></noscript>

      """
  }

  private func exact(_ index: Int) -> String {
    ReportNumbers.exactThreshold(ScoreCounts.threshold(index))
  }

  /// Both rates at the threshold. Without JavaScript those of the start are shown, without intervals.
  private func readout(_ counts: ScoreCounts) -> Markup {
    let index = ScoreCounts.index(of: content.threshold)
    func row(_ id: String, _ name: String, _ title: String, _ part: UInt64, _ whole: UInt64, _ what: String)
      -> Markup
    {
      let share = whole > 0 ? ReportNumbers.share(Double(part) / Double(whole)) : "–"
      return """
        <tr><th scope="row"><abbr title="\(title)">\(name)</abbr></th>\
        <td class="number rate" id="\(id)-rate">\(share)</td>\
        <td class="number" id="\(id)-interval">–</td>\
        <td><span id="\(id)-count">\(ReportNumbers.count(part, of: whole))</span> \(what)</td></tr>

        """
    }
    let falseMatches = row(
      "false-match", wording.falseMatchRate, wording.falseMatchRateInFull, counts.falseMatches(at: index),
      counts.impostorTotal, wording.falseMatchCount)
    let falseNonMatches = row(
      "false-non-match", wording.falseNonMatchRate, wording.falseNonMatchRateInFull,
      counts.falseNonMatches(at: index), counts.genuineTotal, wording.falseNonMatchCount)
    return """
      <div class="table readout" role="region" tabindex="0" aria-label="Errors at the threshold">
      <table><caption>At a threshold of <span id="threshold-value">\
      \(ReportNumbers.score(ScoreCounts.threshold(index)))</span></caption>
      <thead><tr><th scope="col">Error</th><th scope="col" class="number">Rate</th>\
      <th scope="col" class="number">95\(ReportNumbers.space)% interval</th><th scope="col">Count</th></tr></thead>
      <tbody>
      \(falseMatches)\(falseNonMatches)</tbody></table></div>
      <output id="announcement" class="unseen" aria-live="polite" for="threshold-slider threshold-number"></output>
      <p class="remark">Intervals: Clopper and Pearson, as if all \(wording.trials) were independent. Scores at or \
      above the threshold are accepted; the slider moves in steps of 1/\(ScoreCounts.perUnit).\(offGridRemark)</p>
      """
  }

  private var offGridRemark: String {
    let isOffGrid = content.operatingPoints.contains { point in
      point.threshold.map { ScoreCounts.threshold(ScoreCounts.index(of: $0)) != $0 } ?? false
    }
    return isOffGrid ? " An operating point between two steps is shown at the higher one." : ""
  }

  // MARK: The curve

  private func tradeoff(_ counts: ScoreCounts?) -> Markup {
    let points = content.detectionErrorTradeoff
    let hasIntervals = points.contains { $0.interval != nil }
    let interval = "95\(ReportNumbers.space)% interval of \(wording.falseNonMatchRate)"
    let table = ReportTable(
      caption: "Points of the curve",
      columns: [.number(wording.falseMatchRate), .number(wording.falseNonMatchRate)]
        + (hasIntervals ? [.number(interval)] : []),
      rows: points.map { point in
        [
          "\(ReportNumbers.share(point.falseMatchRate))", "\(ReportNumbers.share(point.falseNonMatchRate))",
          "\(ReportNumbers.interval(point.interval))",
        ]
      })
    let chart = ErrorTradeoffChart(
      points, operatingPoints: content.operatingPoints, wording: wording)
    let figure: Markup
    if let chart {
      figure = """
        <figure>\(chart.drawing(current: counts.flatMap { rates($0) }))
        <figcaption class="remark">\(remark(hasSlider: counts != nil))</figcaption></figure>
        """
    } else {
      figure = "<p>There is no threshold at which both errors occur, so there is no curve to draw.</p>"
    }
    return """
      <div class="tradeoff">
      <h3>Detection error trade-off</h3>
      \(figure)
      <details><summary>Numbers of the chart</summary>
      \(table.html())</details>
      </div>

      """
  }

  private func remark(hasSlider: Bool) -> String {
    var parts = ["Both axes are logarithmic; what has a rate of 0 stands on the edge."]
    if content.detectionErrorTradeoff.contains(where: { $0.interval != nil }) {
      parts.append("The band is the 95\(ReportNumbers.space)% interval of the \(wording.falseNonMatchRate).")
    }
    if !content.operatingPoints.isEmpty { parts.append("Letters are the operating points.") }
    if hasSlider { parts.append("The ring is the slider's threshold.") }
    parts.append("On the dotted line both rates are equal.")
    return parts.joined(separator: " ")
  }

  private func rates(_ counts: ScoreCounts) -> (falseMatchRate: Double, falseNonMatchRate: Double)? {
    guard counts.genuineTotal > 0, counts.impostorTotal > 0 else { return nil }
    let index = ScoreCounts.index(of: content.threshold)
    return (
      Double(counts.falseMatches(at: index)) / Double(counts.impostorTotal),
      Double(counts.falseNonMatches(at: index)) / Double(counts.genuineTotal)
    )
  }

  // MARK: What the script reads

  /// Counts per threshold from `first` on; a negative number stands for so many zeros. There are numbers and words
  /// of the report itself in it, nothing from outside.
  private func data(_ counts: ScoreCounts) -> Markup {
    func runs(_ bins: [UInt64]) -> String {
      var runs: [String] = []
      var zeros = 0
      for bin in bins[counts.range] {
        if bin == 0 {
          zeros += 1
        } else {
          if zeros > 0 { runs.append("-\(zeros)") }
          zeros = 0
          runs.append(String(bin))
        }
      }
      return "[" + runs.joined(separator: ",") + "]"
    }
    let text = """
      {"perUnit":\(ScoreCounts.perUnit),"first":\(counts.range.lowerBound - ScoreCounts.perUnit),\
      "names":["\(wording.falseMatchRate)","\(wording.falseNonMatchRate)"],
      "genuine":\(runs(counts.genuine)),
      "impostor":\(runs(counts.impostor))}
      """
    return """
      <script type="application/json" id="score-counts">
      \(Markup(trusted: text))
      </script>

      """
  }
}
