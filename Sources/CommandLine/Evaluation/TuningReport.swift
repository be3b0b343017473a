import ErrorRates
import Evaluation
import Facelatch

/// What `tune` found, for a person, for programs and for the matcher.
struct TuningReport {
  let choices: [ThresholdChoice]
  let sources: TuningSources
  let pack: ModelPack
  let decisionRate: Double?
  /// In which share of draws of people the rates are kept; `nil` where they are those of the people at hand.
  let confidence: Double?
  let source: String
  let verifySource: String

  /// The points as a file for `--operating-points`.
  func operatingPoints(path: Path) throws(Failure) -> OperatingPointsFile {
    for (one, other) in zip(choices, choices.dropFirst()) where one.threshold == other.threshold {
      throw Failure(
        printable(source),
        cause: "\(one.goal.text) and \(other.goal.text) have the same threshold, "
          + "\(fixed(one.threshold, decimals: 4))", cure: "ask for one of them", exitCode: .unusableInput)
    }
    let points = choices.map { choice in
      MeasuredThreshold(
        threshold: choice.threshold, rates: choice.chosen.measured(source, rate: choice.rate),
        verification: choice.verified?.measured(verifySource, rate: nil))
    }
    do {
      return try OperatingPointsFile(
        path: path, model: pack.embedding.file.sha256, modelPack: pack.name, operatingPoints: points,
        decisionFalseMatchRate: decisionRate ?? points.map(\.falseMatchRate).min() ?? 1,
        command: CommandText.current)
    } catch {
      throw Failure(cause: error.description, exitCode: .unusableInput)
    }
  }

  func text(written: [Path]) -> String {
    var lines = ["chosen on    \(printable(source)): \(counts(sources.choosing))"]
    if let verifying = sources.verifying {
      lines.append("verified on  \(printable(verifySource)): \(counts(verifying))")
    }
    for choice in choices {
      lines.append("\(choice.goal.text)\(bound): threshold \(fixed(choice.threshold, decimals: 4))")
      lines += choice.chosen.lines("chosen")
      lines += choice.verified?.lines("verified") ?? []
      if choice.confirmsRate == false {
        lines.append("             too few impostor comparisons to confirm or refute the rate")
      }
    }
    lines += written.map { "written to \($0)" }
    return lines.joined(separator: "\n")
  }

  private var bound: String {
    confidence.map { ", kept in \(percent($0)) of draws of people" } ?? ""
  }

  private func counts(_ scores: TuningScores) -> String {
    let measured = scores.measured.scores
    return
      "\(grouped(measured.genuine.count)) genuine, \(grouped(measured.impostor.count)) impostor comparisons"
  }

  var json: JSON {
    .object([
      "model": .string(pack.embedding.file.sha256), "confidence": confidence.map { .exact($0) } ?? .null,
      "source": .string(source),
      "verifySource": sources.verifying == nil ? .null : .string(verifySource),
      "points": .array(
        choices.map { choice in
          .object([
            "fmr": choice.goal.rate.map { .exact($0) } ?? .null, "threshold": .exact(choice.threshold),
            "chosen": choice.chosen.json, "verified": choice.verified?.json ?? .null,
            "verificationSupported": choice.confirmsRate.map { .boolean($0) } ?? .null,
          ])
        }),
    ])
  }
}

extension ThresholdGoal {
  fileprivate var rate: Double? {
    guard case .falseMatchRate(let rate) = self else { return nil }
    return rate
  }

  fileprivate var text: String {
    switch self {
    case .falseMatchRate(let rate): "FMR \(scientific(rate, digits: 3))"
    case .cost(let costs):
      "least cost (false match \(trimmed(fixed(costs.falseMatch, decimals: 6))), false non-match "
        + "\(trimmed(fixed(costs.falseNonMatch, decimals: 6))), \(percent(costs.impostorShare)) strangers)"
    }
  }
}

extension ThresholdChoice {
  /// The rate that the point stands for: the one that it keeps, or else the one that was measured.
  fileprivate var rate: Double? {
    goal.rate
      ?? chosen.falseMatches.value.map { $0 > 0 ? $0 : chosen.falseMatches.interval.upper }
  }

  /// Whether there are impostor comparisons enough to verify the rate (rule of 3); `nil` where none is asked for or
  /// nothing verifies.
  fileprivate var confirmsRate: Bool? {
    guard let rate = goal.rate, let verified else { return nil }
    return RuleOfThree.isSupported(rate: rate, trials: verified.falseMatches.trials)
  }
}

extension ThresholdChoice.Rates {
  fileprivate func measured(_ source: String, rate: Double?) -> MeasuredRates {
    MeasuredRates(
      source: source, falseMatchRate: rate ?? Self.rounded(falseMatches.value ?? 0),
      interval: Self.rounded(falseMatchInterval ?? falseMatches.interval), impostorPairs: falseMatches.trials,
      falseNonMatchRate: falseNonMatches.value.map(Self.rounded),
      falseNonMatchInterval: Self.rounded(falseNonMatchInterval ?? falseNonMatches.interval),
      genuinePairs: falseNonMatches.trials)
  }

  /// Four significant digits: more would claim a precision that no measurement has.
  private static func rounded(_ value: Double) -> Double {
    Double(scientific(value, digits: 4)) ?? value
  }

  private static func rounded(_ interval: ConfidenceInterval) -> ClosedRange<Double>? {
    ConfidenceInterval(lower: rounded(interval.lower), upper: rounded(interval.upper)).range
  }

  fileprivate func lines(_ title: String) -> [String] {
    let head = "  " + title + String(repeating: " ", count: max(1, 11 - title.count))
    let blank = String(repeating: " ", count: 13)
    return [
      head + "FMR \(falseMatches.scientificText)"
        + (falseMatchInterval.map { "; by people: \($0.scientificText)" } ?? ""),
      blank + "FNMR \(falseNonMatches.text)"
        + (falseNonMatchInterval.map { "; by people: \($0.text)" } ?? ""),
    ]
  }

  fileprivate var json: JSON {
    .object([
      "fmr": falseMatches.json, "fmrPeopleInterval": falseMatchInterval?.json ?? .null,
      "fnmr": falseNonMatches.json, "fnmrPeopleInterval": falseNonMatchInterval?.json ?? .null,
    ])
  }
}
