import ErrorRates
import EvaluationReport
import Formats
import Matching

/// Makes the report of a verification.
package struct VerificationReport {
  /// So many of the worst pairs of each kind are shown.
  package static let shownPairCount = 12
  private static let curvePointCount = 400

  private let data: VerificationData
  private let figures: VerificationFigures
  private let outcomes: [PictureOutcome<TemplateMeasurement.Reading>]

  package init(
    _ data: VerificationData, _ figures: VerificationFigures,
    _ outcomes: [PictureOutcome<TemplateMeasurement.Reading>]
  ) {
    self.data = data
    self.figures = figures
    self.outcomes = outcomes
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - title: What was measured on what.
  ///   - facts: Where the numbers come from.
  ///   - thumbnails: Makes pictures of the worst pairs; `nil` where they stay out.
  package func html(title: String, facts: [ReportFact], thumbnails: Thumbnails?) -> String {
    let scores = figures.scored.scores
    var content = ReportContent(
      title: title, wording: .verification,
      threshold: figures.decision?.threshold ?? figures.equalErrorRate?.threshold ?? 0)
    content.facts = facts
    content.figures = headlines
    content.accepted = scores.genuine.countsOnGrid.map { UInt64($0) }
    content.wronglyAccepted = scores.impostor.countsOnGrid.map { UInt64($0) }
    content.operatingPoints = figures.operatingPoints.map { $0.reported }
    if let people = figures.people {
      content.furtherOperatingPoints = people.operatingPoints.map { $0.reported }
      content.furtherOperatingPointsCaption =
        "With impostors from people against people: one picture each of \(grouped(people.count)), "
        + "\(grouped(people.scores.impostor.count)) comparisons"
    }
    content.detectionErrorTradeoff = scores.curve(maximumPointCount: Self.curvePointCount).map { point in
      ReportCurvePoint(
        falseMatchRate: point.falseMatchRate, falseNonMatchRate: point.falseNonMatchRate,
        interval: scores.falseNonMatches(at: point.threshold).interval.range)
    }
    content.folds = (figures.accuracy?.folds ?? []).map { fold in
      ReportFold(
        name: data.folds.indices.contains(fold.fold) ? data.folds[fold.fold] : String(fold.fold),
        threshold: fold.threshold, accuracy: fold.accuracy, pairs: fold.correct.trials)
    }
    content.failures = zip(data.pictures, outcomes).compactMap { path, outcome in
      outcome.failure.map { ReportFailure(path: path.text, reason: $0) }
    }
    let impostors = figures.people?.scored.highestImpostors ?? figures.scored.highestImpostors
    content.falseMatches = pairs(impostors, thumbnails)
    content.falseNonMatches = pairs(figures.scored.lowestGenuines, thumbnails)
    content.notes = notes
    return Report(content).html()
  }

  private var headlines: [ReportFigure] {
    let scores = figures.scored.scores
    var headlines: [ReportFigure] = []
    if let accuracy = figures.accuracy {
      headlines.append(
        ReportFigure(
          label: "Accuracy", value: percent(accuracy.mean), interval: "± \(percent(accuracy.standardError))",
          note: "mean and standard error of \(accuracy.folds.count) folds"))
    }
    if let equal = figures.equalErrorRate {
      headlines.append(
        ReportFigure(
          label: "Equal error rate", value: percent(equal.value),
          interval: figures.equalErrorRateInterval?.text ?? "",
          note:
            "\(grouped(scores.genuine.count)) genuine, \(grouped(scores.impostor.count)) impostor comparisons"
        ))
    }
    if let people = figures.people,
      let point = people.operatingPoints.last(where: { $0.threshold != nil && ($0.target ?? 1) >= 1e-5 })
    {
      headlines.append(
        ReportFigure(
          label: "FNMR at FMR \(scientific(point.target ?? 0, digits: 2))",
          value: point.falseNonMatches.value.map(percent) ?? "-",
          interval: (point.falseNonMatchInterval ?? point.falseNonMatches.interval).text,
          note:
            "\(grouped(people.count)) people, all against all: \(grouped(people.scores.impostor.count)) impostor comparisons"
        ))
    }
    let failures = Rate(events: outcomes.count { $0.failure != nil }, trials: outcomes.count)
    headlines.append(
      ReportFigure(
        label: "Failures to acquire", value: grouped(failures.events), interval: failures.interval.text,
        note: "of \(grouped(failures.trials)) pictures"))
    return headlines
  }

  private func pairs(_ comparisons: [VerificationComparison], _ thumbnails: Thumbnails?) -> [ReportPair] {
    comparisons.prefix(Self.shownPairCount).compactMap { comparison in
      comparison.score.map { score in
        let (one, other) = (data.pictures[comparison.first], data.pictures[comparison.second])
        return ReportPair(
          pathA: one.text, pathB: other.text, score: Double(score), pictureA: thumbnails?.png(of: one),
          pictureB: thumbnails?.png(of: other))
      }
    }
  }

  private var notes: [String] {
    var notes = [
      "A score is the cosine of two templates; two faces match from the threshold on. FMR and FNMR (ISO/IEC 19795-1) count "
        + "comparisons in which both pictures gave a template; pictures that gave none are listed.",
      "Intervals hold 95 %. Those of operating points and of the equal error rate draw people with replacement, because "
        + "comparisons share them; where nothing went wrong, or too few scores are listed for it, and at the slider, in the "
        + "curve and of failures they are exact (Clopper and Pearson 1934) and take every comparison for a trial of its own.",
      "A false-match rate is stated only where the comparisons could show it: rate × comparisons ≥ 3. It holds for people "
        + "and pictures like those measured, and for no others.",
    ]
    if !data.identitiesAreKnown {
      notes.append(
        "The list does not say who is who. Pictures that genuine pairs connect count as one person for intervals."
      )
    }
    if figures.people != nil {
      notes.append(
        "People against people takes one picture of each person, the first by name, with every other one. The highest of "
          + "these scores are worth a look: they are often pictures of one person under two names.")
    }
    return notes
  }
}

extension ThresholdFigures {
  fileprivate var reported: ReportOperatingPoint {
    guard let threshold else {
      let needed = comparisonsNeeded.map { grouped($0) } ?? "more"
      return ReportOperatingPoint(
        target: target ?? 1, threshold: nil, isSupported: isSupported,
        note: isSupported
          ? "no threshold keeps it" : "\(needed) needed, \(grouped(falseMatches.trials)) there")
    }
    return ReportOperatingPoint(
      target: target ?? 1, threshold: threshold,
      falseMatchRate: ReportRate(
        falseMatches.value ?? 0, interval: (falseMatchInterval ?? falseMatches.interval).range),
      falseNonMatchRate: ReportRate(
        falseNonMatches.value ?? 0, interval: (falseNonMatchInterval ?? falseNonMatches.interval).range),
      isSupported: isSupported)
  }
}

extension ConfidenceInterval {
  /// The interval as the report takes it.
  package var range: ClosedRange<Double>? { lower <= upper ? lower...upper : nil }
}
