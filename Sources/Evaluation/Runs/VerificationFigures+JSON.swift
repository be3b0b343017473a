import ErrorRates
import Formats

extension ThresholdFigures {
  package var json: JSON {
    let isKnown = threshold != nil
    return .object([
      "fmr": target.map { .exact($0) } ?? .null,
      "threshold": threshold.map { .exact($0) } ?? .null,
      "fnmr": isKnown ? falseNonMatches.jsonValue : .null,
      "interval": isKnown ? falseNonMatches.jsonInterval : .null,
      "supported": .boolean(isSupported),
      "peopleInterval": falseNonMatchInterval?.json ?? .null,
      "falseNonMatches": isKnown ? .integer(falseNonMatches.events) : .null,
      "measuredFMR": isKnown ? falseMatches.jsonValue : .null,
      "measuredFMRInterval": isKnown ? falseMatches.jsonInterval : .null,
      "measuredFMRPeopleInterval": falseMatchInterval?.json ?? .null,
      "falseMatches": isKnown ? .integer(falseMatches.events) : .null,
      "impostor": .integer(falseMatches.trials),
      "frr": isKnown ? falseRejections.jsonValue : .null,
      "far": isKnown ? falseAcceptances.jsonValue : .null,
      "comparisonsNeeded": isSupported ? .null : comparisonsNeeded.map { .integer($0) } ?? .null,
    ])
  }
}

extension Rate {
  /// The share, or null without a trial.
  package var jsonValue: JSON { value.map { .exact($0) } ?? .null }

  /// The exact interval, or null without a trial.
  package var jsonInterval: JSON { trials > 0 ? interval.json : .null }
}

extension ConfidenceInterval {
  package var json: JSON { .array([.exact(lower), .exact(upper)]) }
}

extension FoldAccuracy {
  package var json: JSON {
    .object([
      "mean": .exact(mean), "standardError": .exact(standardError),
      "folds": .array(folds.map { .exact($0.accuracy) }),
      "thresholds": .array(folds.map { .exact($0.threshold) }),
    ])
  }
}

extension VerificationFigures {
  /// The keys of `summary.json` that hold figures, in their order.
  package var jsonMembers: [JSON.Member] {
    let scores = scored.scores
    let failed = scored.failedGenuineCount + scored.failedImpostorCount
    return [
      .init(key: "pairs", value: .integer(scores.genuine.count + scores.impostor.count + failed)),
      .init(key: "genuine", value: .integer(scores.genuine.count + scored.failedGenuineCount)),
      .init(key: "impostor", value: .integer(scores.impostor.count + scored.failedImpostorCount)),
      .init(key: "accuracy", value: accuracy?.json ?? .null),
      .init(key: "equalErrorRate", value: equalErrorRate.map { .exact($0.value) } ?? .null),
      .init(key: "equalErrorRateInterval", value: equalErrorRateInterval?.json ?? .null),
      .init(key: "areaUnderCurve", value: areaUnderCurve.map { .exact($0) } ?? .null),
      .init(key: "operatingPoints", value: .array(operatingPoints.map { $0.json })),
      .init(key: "decision", value: decision?.json ?? .null),
      .init(key: "pairsNotCompared", value: .integer(failed)),
      .init(key: "allAgainstAll", value: people?.json ?? .null),
    ]
  }
}

extension VerificationFigures.PeopleFigures {
  fileprivate var json: JSON {
    .object([
      "people": .integer(count), "impostor": .integer(scores.impostor.count),
      "genuine": .integer(scores.genuine.count),
      "operatingPoints": .array(operatingPoints.map { $0.json }),
      "decision": decision?.json ?? .null,
    ])
  }
}
