import Formats

/// The threshold stands beside the rates, in one object.
extension MeasuredThreshold {
  private enum Key {
    static let threshold = "threshold"
    static let verification = "verification"
  }

  /// The point as it stands in manifests and files of operating points.
  var json: JSON {
    var members = rates.members
    members.insert(.init(key: Key.threshold, value: .exact(threshold)), at: 1)
    if let verification {
      members.append(.init(key: Key.verification, value: .object(verification.members)))
    }
    return .object(members)
  }

  /// Reads a point. Its numbers may still lie outside of their ranges.
  ///
  /// - Returns: The point; `nil` where something is missing or of another kind, which is noted.
  init?(_ object: DocumentObject) {
    let threshold = object[Key.threshold]?.number()
    let rates = MeasuredRates(object)
    let other = object.optional(Key.verification)
    let verification = other?.object().flatMap { object in
      defer { object.finish() }
      return MeasuredRates(object)
    }
    object.finish()
    guard let threshold, let rates, other == nil || verification != nil else { return nil }
    self.init(threshold: threshold, rates: rates, verification: verification)
  }
}

extension MeasuredRates {
  private enum Key {
    static let falseMatchRate = "falseMatchRate"
    static let interval = "interval"
    static let impostorPairs = "impostorPairs"
    static let falseNonMatchRate = "falseNonMatchRate"
    static let falseNonMatchInterval = "falseNonMatchInterval"
    static let genuinePairs = "genuinePairs"
    static let source = "source"
  }

  /// The keys that have a value, the false-match rate first.
  var members: [JSON.Member] {
    func bounds(_ interval: ClosedRange<Double>?) -> JSON? {
      interval.map { .array([.exact($0.lowerBound), .exact($0.upperBound)]) }
    }
    let values: [(String, JSON?)] = [
      (Key.falseMatchRate, .exact(falseMatchRate)), (Key.interval, bounds(interval)),
      (Key.impostorPairs, .integer(impostorPairs)),
      (Key.falseNonMatchRate, falseNonMatchRate.map { .exact($0) }),
      (Key.falseNonMatchInterval, bounds(falseNonMatchInterval)),
      (Key.genuinePairs, genuinePairs.map { .integer($0) }),
      (Key.source, .string(source)),
    ]
    return values.compactMap { key, value in value.map { .init(key: key, value: $0) } }
  }

  /// Reads rates out of an object that may hold other keys, too. They may still lie outside of their ranges.
  ///
  /// - Returns: The rates; `nil` where something is missing or of another kind, which is noted.
  init?(_ object: DocumentObject) {
    let faultCount = object.reader.faults.count
    let falseMatchRate = object[Key.falseMatchRate]?.number()
    let interval = object.optional(Key.interval)?.interval()
    let impostorPairs = object[Key.impostorPairs]?.wholeNumber()
    let falseNonMatchRate = object.optional(Key.falseNonMatchRate)?.number()
    let falseNonMatchInterval = object.optional(Key.falseNonMatchInterval)?.interval()
    let genuinePairs = object.optional(Key.genuinePairs)?.wholeNumber()
    let source = object[Key.source]?.string()
    guard let falseMatchRate, let impostorPairs, let source, object.reader.faults.count == faultCount else {
      return nil
    }
    self.init(
      source: source, falseMatchRate: falseMatchRate, interval: interval, impostorPairs: impostorPairs,
      falseNonMatchRate: falseNonMatchRate, falseNonMatchInterval: falseNonMatchInterval,
      genuinePairs: genuinePairs)
  }
}

extension DocumentValue {
  /// The points of a list; those of which something is missing or of another kind are left out, and noted.
  func measuredThresholds() -> ListedThresholds? {
    list().map { values in
      ListedThresholds(values.map { $0.object().flatMap { MeasuredThreshold($0) } })
    }
  }

  /// Two numbers, the lower one first.
  fileprivate func interval() -> ClosedRange<Double>? {
    guard let bounds = numbers(count: 2...2) else { return nil }
    return bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : note(.reversedInterval)
  }
}
