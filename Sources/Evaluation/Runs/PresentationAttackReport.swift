import ErrorRates
import EvaluationReport
import Formats

/// Makes the report of a detector of presentation attacks: every picture for itself.
package struct PresentationAttackReport {
  private static let shownCount = 12
  private static let curvePointCount = 400
  private static let reportedRates = [0.1, 0.05, 0.01]

  private let entries: [LabelledPictures.Entry]
  private let outcomes: [PictureOutcome<PresentationAttackMeasurement.Reading>]
  private let figures: PresentationAttackFigures
  /// Bona fide presentations stand for genuine ones, attacks for impostors.
  package let scores: VerificationScores

  package init(
    _ entries: [LabelledPictures.Entry], _ outcomes: [PictureOutcome<PresentationAttackMeasurement.Reading>],
    _ figures: PresentationAttackFigures
  ) {
    self.entries = entries
    self.outcomes = outcomes
    self.figures = figures
    func scores(_ isPositive: Bool) -> ScoreDistribution {
      ScoreDistribution(
        listed: zip(entries, outcomes).compactMap { entry, outcome in
          entry.isPositive == isPositive ? outcome.reading.map { Float($0.score) } : nil
        })
    }
    self.scores = VerificationScores(genuine: scores(true), impostor: scores(false))
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - facts: Where the numbers come from.
  ///   - thumbnails: Makes pictures of the worst cases; `nil` where they stay out.
  package func html(facts: [ReportFact], thumbnails: Thumbnails?) -> String {
    var content = ReportContent(
      title: "Presentation attack detection", wording: .presentationAttack, threshold: figures.threshold)
    content.facts = facts
    content.figures = headlines
    content.accepted = scores.genuine.countsOnGrid.map { UInt64($0) }
    content.wronglyAccepted = scores.impostor.countsOnGrid.map { UInt64($0) }
    content.operatingPoints = operatingPoints
    content.detectionErrorTradeoff = scores.curve(maximumPointCount: Self.curvePointCount).map { point in
      ReportCurvePoint(
        falseMatchRate: point.falseMatchRate, falseNonMatchRate: point.falseNonMatchRate,
        interval: scores.falseNonMatches(at: point.threshold).interval.range)
    }
    content.failures = zip(entries, outcomes).compactMap { entry, outcome in
      outcome.failure.map { ReportFailure(path: entry.path.text, reason: $0) }
    }
    content.falseMatches = worst(isPositive: false, thumbnails) { $0 > $1 }
    content.falseNonMatches = worst(isPositive: true, thumbnails) { $0 < $1 }
    content.notes = [
      "A score says how much a face looks like one before the camera, from one picture; it counts as bona fide from the "
        + "threshold on. APCER and BPCER (ISO/IEC 30107-3) count pictures in which a face was found.",
      "The slider and the curve take attacks of all species together. The standard wants the highest APCER of a species, "
        + "which stands above.",
      "Intervals of a share are exact (Clopper and Pearson 1934) and take every picture for a trial of its own. Pictures of "
        + "one recording or one person are alike, so that the truth is less certain.",
    ]
    return Report(content).html()
  }

  private var headlines: [ReportFigure] {
    let rates = figures.pictures.rates(at: figures.threshold)
    let subjects = figures.pictures.subjectIntervals(at: figures.threshold)
    let species = figures.pictures.species.compactMap { name in
      rates.attackErrors[name].map { rate in
        figure("APCER \(name)", rate, subjects?.attackErrors[name], "attacks")
      }
    }
    return species + [figure("BPCER", rates.bonaFideErrors, subjects?.bonaFideErrors, "bona fide pictures")]
  }

  private func figure(
    _ label: String, _ rate: Rate, _ subjects: ConfidenceInterval?, _ noun: String
  ) -> ReportFigure {
    ReportFigure(
      label: label, value: rate.value.map(percent) ?? "-", interval: rate.interval.text,
      note: "\(grouped(rate.events)) of \(grouped(rate.trials)) \(noun)"
        + (subjects.map { "; by subjects \($0.text)" } ?? ""))
  }

  private var operatingPoints: [ReportOperatingPoint] {
    Self.reportedRates.map { rate in
      let attacks = figures.pictures.rates(at: 0).attackErrors.values
      let fewest = attacks.map(\.trials).min() ?? 0
      let isSupported = RuleOfThree.isSupported(rate: rate, trials: fewest)
      guard isSupported, let found = figures.pictures.rates(forAttackError: rate) else {
        return ReportOperatingPoint(
          target: rate, threshold: nil, isSupported: isSupported,
          note:
            "each species takes \(RuleOfThree.trialsNeeded(for: rate).map { grouped($0) } ?? "more") attacks")
      }
      return ReportOperatingPoint(
        target: rate, threshold: found.threshold,
        falseMatchRate: found.highestAttackError.map { ReportRate($0) },
        falseNonMatchRate: ReportRate(
          found.bonaFideErrors.value ?? 0, interval: found.bonaFideErrors.interval.range),
        isSupported: true, note: "highest of a species")
    }
  }

  private func worst(
    isPositive: Bool, _ thumbnails: Thumbnails?, by precedes: (Double, Double) -> Bool
  ) -> [ReportPair] {
    let scored = zip(entries, outcomes).enumerated().compactMap { index, pair -> (Int, Double)? in
      guard pair.0.isPositive == isPositive, let score = pair.1.reading?.score else { return nil }
      return (index, score)
    }
    let ranked = scored.sorted { $0.1 != $1.1 ? precedes($0.1, $1.1) : $0.0 < $1.0 }
    return ranked.prefix(Self.shownCount).map { index, score in
      ReportPair(
        pathA: entries[index].path.text, score: score, pictureA: thumbnails?.png(of: entries[index].path))
    }
  }
}
