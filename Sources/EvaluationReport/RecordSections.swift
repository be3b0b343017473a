import Formats
import Platform

/// The sections that are lists and tables of what was measured.
struct RecordSections: Sendable {
  let content: ReportContent

  private static let maximumFailures = 2000
  private static let maximumReasons = 12
  private var wording: ReportWording { content.wording }

  var figures: ReportSection? {
    guard !content.figures.isEmpty else { return nil }
    let entries = content.figures.map { figure -> Markup in
      let interval: Markup =
        figure.interval.isEmpty ? Markup() : "<dd class=\"interval\">\(figure.interval)</dd>"
      let note: Markup = figure.note.isEmpty ? Markup() : "<dd class=\"note\">\(figure.note)</dd>"
      return "<div><dt>\(figure.label)</dt><dd class=\"value\">\(figure.value)</dd>\(interval)\(note)</div>\n"
    }
    return ReportSection(id: "result", heading: "Result", body: "<dl class=\"figures\">\n\(entries)</dl>\n")
  }

  var operatingPoints: ReportSection? {
    let (points, further) = (content.operatingPoints, content.furtherOperatingPoints)
    guard !points.isEmpty || !further.isEmpty else { return nil }
    let main: Markup =
      points.isEmpty
      ? Markup() : "\(table(of: points, caption: "Thresholds for target rates", isMarked: true))"
    let others: Markup =
      further.isEmpty
      ? Markup() : "\(table(of: further, caption: content.furtherOperatingPointsCaption, isMarked: false))"
    let explanation: Markup =
      (points + further).allSatisfy { $0.isSupported }
      ? Markup()
      : """
      <p class="remark">Not supported: there are too few \(wording.trials) to speak of such a rate. By the rule of \
      3, 1 in N takes 3\(ReportNumbers.space)×\(ReportNumbers.space)N of them.</p>

      """
    return ReportSection(
      id: "operating-points", heading: "Operating points", body: "\(main)\(others)\(explanation)")
  }

  /// - Parameter isMarked: Whether the points have letters, which the charts show.
  private func table(of points: [ReportOperatingPoint], caption: String, isMarked: Bool) -> Markup {
    typealias Cell = (Int, ReportOperatingPoint) -> Markup
    let marks: [(column: ReportTable.Column, cell: Cell)] = [
      (.text("Mark"), { index, _ in "\(ErrorTradeoffChart.letter(index))" })
    ]
    var columns: [(column: ReportTable.Column, cell: Cell)] = isMarked ? marks : []
    columns += [
      (
        .number("Target \(wording.falseMatchRate)"),
        { _, point in "\(ReportNumbers.target(point.target))" }
      ),
      (.number("Threshold"), { _, point in "\(point.threshold.map { ReportNumbers.score($0) } ?? "none")" }),
    ]
    func add(_ name: String, _ rate: @escaping (ReportOperatingPoint) -> ReportRate?) {
      columns.append(
        (.number(name), { _, point in "\(rate(point).map { ReportNumbers.share($0.value) } ?? "–")" }))
      guard points.contains(where: { rate($0)?.interval != nil }) else { return }
      columns.append(
        (
          .number("95\(ReportNumbers.space)% interval"),
          { _, point in "\(ReportNumbers.interval(rate(point)?.interval))" }
        ))
    }
    add(wording.falseMatchRate) { $0.falseMatchRate }
    add(wording.falseNonMatchRate) { $0.falseNonMatchRate }
    if points.contains(where: { !$0.isSupported || !$0.note.isEmpty }) {
      columns.append((.text("Remark"), { _, point in remark(point) }))
    }
    return ReportTable(
      caption: caption, columns: columns.map { $0.column },
      rows: points.enumerated().map { index, point in columns.map { $0.cell(index, point) } },
      style: "points"
    ).html()
  }

  private func remark(_ point: ReportOperatingPoint) -> Markup {
    let support: Markup = point.isSupported ? Markup() : "<span class=\"outcome wrong\">not supported</span> "
    return "\(support)\(point.note)"
  }

  var folds: ReportSection? {
    guard !content.folds.isEmpty else { return nil }
    let table = ReportTable(
      caption: "Accuracy by fold",
      columns: [.text("Fold"), .number("Threshold"), .number("Accuracy"), .number("Pairs")],
      rows: content.folds.map { fold in
        [
          "\(fold.name)", "\(ReportNumbers.score(fold.threshold))", "\(ReportNumbers.share(fold.accuracy))",
          "\(ReportNumbers.grouped(fold.pairs))",
        ]
      })
    return ReportSection(
      id: "folds", heading: "Folds",
      body: "<p>Each fold was decided at the threshold that was best on the others.</p>\n\(table.html())")
  }

  var failures: ReportSection? {
    guard !content.failures.isEmpty else { return nil }
    let shown = content.failures.prefix(Self.maximumFailures)
    let table = ReportTable(
      caption: wording.failureHeading, columns: [.text("Path"), .text("Reason")],
      rows: shown.map { ["<bdi class=\"path\">\($0.path)</bdi>", "\($0.reason)"] }, style: "long")
    let rest = content.failures.count - shown.count
    let remainder: Markup =
      rest > 0
      ? "<p class=\"remark\">\(ReportNumbers.grouped(rest)) more are in failures.csv.</p>\n" : Markup()
    return ReportSection(
      id: "failures", heading: wording.failureHeading,
      body: """
        <p>\(wording.failureExplanation)</p>
        \(reasons())<details><summary>All \(ReportNumbers.grouped(shown.count)) paths</summary>
        \(table.html())</details>
        \(remainder)
        """)
  }

  /// The reasons by falling number; equal numbers in the order of the first file.
  private func reasons() -> Markup {
    var places: [String: Int] = [:]
    var counts: [(reason: String, count: Int)] = []
    for failure in content.failures {
      if let place = places[failure.reason] {
        counts[place].count += 1
      } else {
        places[failure.reason] = counts.count
        counts.append((failure.reason, 1))
      }
    }
    let ordered = counts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map { $0.element }
    var rows = ordered.prefix(Self.maximumReasons).map { entry -> [Markup] in
      ["\(entry.reason)", "\(ReportNumbers.grouped(entry.count))"]
    }
    let others = ordered.dropFirst(Self.maximumReasons).reduce(0) { $0 + $1.count }
    if others > 0 { rows.append(["other reasons", "\(ReportNumbers.grouped(others))"]) }
    return ReportTable(caption: "By reason", columns: [.text("Reason"), .number("Number")], rows: rows).html()
  }

  var notes: ReportSection? {
    guard !content.notes.isEmpty else { return nil }
    return ReportSection(
      id: "notes", heading: "What the numbers mean",
      body: "\(content.notes.map { note -> Markup in "<p>\(note)</p>\n" })")
  }

  var facts: ReportSection? {
    guard !content.facts.isEmpty else { return nil }
    let entries = content.facts.map { fact -> Markup in
      let value: Markup = fact.isCode ? "<code>\(fact.value)</code>" : "\(fact.value)"
      return "<div><dt>\(fact.label)</dt><dd>\(value)</dd></div>\n"
    }
    return ReportSection(
      id: "record", heading: "Record of the run", body: "<dl class=\"facts\">\n\(entries)</dl>\n")
  }
}
