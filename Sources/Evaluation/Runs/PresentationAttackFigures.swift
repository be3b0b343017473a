import ErrorRates
import Formats
import Platform

/// The figures of a detector of presentation attacks: for every picture, and for recordings as a whole.
package struct PresentationAttackFigures: Sendable {
  /// Every picture for itself.
  package let pictures: PresentationScores
  /// One presentation per recording, with the median of its pictures' scores; `nil` where the data set names none.
  package let clips: PresentationScores?
  /// From this score on (0…1) a presentation counts as bona fide.
  package let threshold: Double

  package init(
    _ entries: [LabelledPictures.Entry], _ outcomes: [PictureOutcome<PresentationAttackMeasurement.Reading>],
    threshold: Double
  ) {
    self.threshold = threshold
    let presentations = zip(entries, outcomes).map { entry, outcome in
      Presentation(
        kind: entry.isPositive ? .bonaFide : .attack(species: entry.group), score: outcome.reading?.score,
        subject: entry.subject)
    }
    pictures = PresentationScores(presentations)
    clips = entries.contains { $0.clip != nil } ? Self.clips(entries, presentations) : nil
  }

  /// A picture without a recording is one of its own.
  private static func clips(
    _ entries: [LabelledPictures.Entry], _ presentations: [Presentation]
  ) -> PresentationScores {
    struct Clip: Hashable {
      let name: String
      let kind: Presentation.Kind
      let subject: String?
    }
    var order: [Clip] = []
    var scores: [Clip: [Double?]] = [:]
    for (index, (entry, presentation)) in zip(entries, presentations).enumerated() {
      let clip = Clip(
        name: entry.clip ?? "\u{0}\(index)", kind: presentation.kind, subject: presentation.subject)
      if scores[clip] == nil { order.append(clip) }
      scores[clip, default: []].append(presentation.score)
    }
    return PresentationScores(
      order.map { clip in
        Presentation(
          kind: clip.kind, score: median(scores[clip, default: []].compactMap { $0 }), subject: clip.subject)
      })
  }

  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The keys of `summary.json` that hold figures.
  package var jsonMembers: [JSON.Member] {
    members(of: pictures) + [
      .init(key: "clips", value: clips.map { .object(members(of: $0)) } ?? .null)
    ]
  }

  private func members(of scores: PresentationScores) -> [JSON.Member] {
    let rates = scores.rates(at: threshold)
    let subjects = scores.subjectIntervals(at: threshold)
    let species = scores.species.map { name in
      JSON.Member(
        key: name,
        value: .object([
          "value": rates.attackErrors[name]?.jsonValue ?? .null,
          "interval": rates.attackErrors[name]?.jsonInterval ?? .null,
          "subjectInterval": subjects?.attackErrors[name]?.json ?? .null,
          "accepted": .integer(rates.attackErrors[name]?.events ?? 0),
          "attacks": .integer(rates.attackErrors[name]?.trials ?? 0),
          "nonResponse": .integer(rates.attackNonResponses[name]?.events ?? 0),
        ]))
    }
    let attacks = rates.attackErrors.values.reduce(0) { $0 + $1.trials }
    let points = [0.1, 0.05, 0.01].map { rate in
      let found = scores.rates(forAttackError: rate)
      return JSON.object([
        "apcer": .exact(rate), "threshold": found.map { .exact($0.threshold) } ?? .null,
        "bpcer": found?.bonaFideErrors.jsonValue ?? .null,
        "interval": found?.bonaFideErrors.jsonInterval ?? .null,
      ])
    }
    return [
      .init(key: "bonaFide", value: .integer(rates.bonaFideNonResponses.trials)),
      .init(key: "attacks", value: .integer(attacks)),
      .init(key: "apcer", value: .object(species)),
      .init(key: "bpcer", value: rates.bonaFideErrors.jsonValue),
      .init(key: "bpcerInterval", value: rates.bonaFideErrors.jsonInterval),
      .init(key: "bpcerSubjectInterval", value: subjects?.bonaFideErrors?.json ?? .null),
      .init(key: "highestAPCER", value: rates.highestAttackError.map { .exact($0) } ?? .null),
      .init(key: "acer", value: rates.averageError.map { .exact($0) } ?? .null),
      .init(key: "equalErrorRate", value: scores.equalErrorRate.map { .exact($0.value) } ?? .null),
      .init(key: "bpcerAtAPCER", value: .array(points)),
      .init(key: "threshold", value: .exact(threshold)),
      .init(
        key: "nonResponse",
        value: .object([
          "bonaFide": .integer(rates.bonaFideNonResponses.events),
          "attacks": .integer(rates.attackNonResponses.values.reduce(0) { $0 + $1.events }),
        ])),
    ]
  }

  /// The figures for a person, a line each.
  package var text: String {
    var lines = ["pictures, at threshold \(fixed(threshold, decimals: 3))"] + lines(of: pictures)
    if let clips { lines += ["recordings, by the median of their pictures"] + self.lines(of: clips) }
    return lines.joined(separator: "\n")
  }

  private func lines(of scores: PresentationScores) -> [String] {
    let rates = scores.rates(at: threshold)
    let subjects = scores.subjectIntervals(at: threshold)
    var lines = scores.species.map { name in
      "  APCER \(printable(name))  \(rates.attackErrors[name]?.text ?? "-")"
        + (subjects?.attackErrors[name].map { "; by subjects: \($0.text)" } ?? "")
        + nonResponses(rates.attackNonResponses[name])
    }
    lines.append(
      "  BPCER  \(rates.bonaFideErrors.text)"
        + (subjects?.bonaFideErrors.map { "; by subjects: \($0.text)" } ?? "")
        + nonResponses(rates.bonaFideNonResponses))
    if let average = rates.averageError, let equal = scores.equalErrorRate {
      lines.append("  ACER   \(percent(average)), equal error rate \(percent(equal.value))")
    }
    return lines
  }

  private func nonResponses(_ rate: Rate?) -> String {
    guard let rate, rate.events > 0 else { return "" }
    return "; \(grouped(rate.events)) without a usable face"
  }
}
