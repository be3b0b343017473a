import Formats

extension MeasuredThreshold {
  /// The point as it stands in manifests and files of operating points.
  var json: JSON {
    var members = rates.members
    members.insert(.init(key: Key.threshold.rawValue, value: .exact(threshold)), at: 1)
    if let verification {
      members.append(.init(key: Key.verification.rawValue, value: .object(verification.members)))
    }
    return .object(members)
  }

  /// A key in a point that means nothing, with the one that leads to it.
  static func unknownKey(in json: JSON) -> String? {
    let own = Set(Key.allCases.map(\.rawValue))
    if let key = json.keys.first(where: { !own.contains($0) && !MeasuredRates.keys.contains($0) }) {
      return key
    }
    return json[Key.verification.rawValue]?.keys.first { !MeasuredRates.keys.contains($0) }
      .map { "\(Key.verification.rawValue).\($0)" }
  }
}

extension MeasuredRates {
  static let keys = Set(Key.allCases.map(\.rawValue))

  /// The keys that have a value, the false-match rate first.
  var members: [JSON.Member] {
    func bounds(_ interval: ClosedRange<Double>?) -> JSON? {
      interval.map { .array([.exact($0.lowerBound), .exact($0.upperBound)]) }
    }
    let values: [(Key, JSON?)] = [
      (.falseMatchRate, .exact(falseMatchRate)), (.interval, bounds(interval)),
      (.impostorPairs, .integer(impostorPairs)), (.falseNonMatchRate, falseNonMatchRate.map { .exact($0) }),
      (.falseNonMatchInterval, bounds(falseNonMatchInterval)),
      (.genuinePairs, genuinePairs.map { .integer($0) }),
      (.source, .string(source)),
    ]
    return values.compactMap { key, value in value.map { .init(key: key.rawValue, value: $0) } }
  }
}
