import Facelatch

extension DecisionPoint {
  /// For people: `a match from 0.474 on: 1 in 100,000 pairs of different people, LFW DevTrain`.
  var text: String { "a match from \(threshold) on: \(description)" }

  /// The documented keys of `operatingPoint`.
  var json: JSON {
    .object([
      "fmr": .magnitude(falseMatchRate.rawValue, digits: 3), "source": .string(source),
      "impostorPairs": .integer(impostorPairs),
    ])
  }
}
