/// Checks measured thresholds, whichever file they come from.
struct MeasuredThresholdValidator {
  /// What the list is called in its file.
  let name: String

  /// What is wrong, in words that name the place in the file.
  struct InvalidValue: Error {
    let detail: String
  }

  /// The thresholds by rising threshold.
  ///
  /// - Throws: What is out of range, or which two contradict each other.
  func sorted(_ points: [MeasuredThreshold]) throws(InvalidValue) -> [MeasuredThreshold] {
    for (index, point) in points.enumerated() {
      let place = "\(name).\(index)"
      try check(point.threshold, place + ".threshold", in: -1...1)
      try check(point.rates, place)
      // A verification may find none, but a rate that decides must be one that can be kept.
      guard point.falseMatchRate > 0 else {
        throw InvalidValue(detail: "\(place).falseMatchRate must be greater than 0")
      }
      if let verification = point.verification { try check(verification, place + ".verification") }
    }
    let sorted = points.sorted { $0.threshold < $1.threshold }
    for (lower, upper) in zip(sorted, sorted.dropFirst())
    where lower.threshold == upper.threshold || lower.falseMatchRate <= upper.falseMatchRate {
      throw InvalidValue(
        detail:
          "in \(name) a higher threshold must have a lower false-match rate, but \(lower.threshold) has "
          + "\(lower.falseMatchRate) and \(upper.threshold) has \(upper.falseMatchRate)")
    }
    return sorted
  }

  private func check(_ rates: MeasuredRates, _ place: String) throws(InvalidValue) {
    let shares = [
      ("falseMatchRate", rates.falseMatchRate), ("interval", rates.interval?.lowerBound),
      ("interval", rates.interval?.upperBound), ("falseNonMatchRate", rates.falseNonMatchRate),
      ("falseNonMatchInterval", rates.falseNonMatchInterval?.lowerBound),
      ("falseNonMatchInterval", rates.falseNonMatchInterval?.upperBound),
    ]
    for (key, share) in shares {
      if let share { try check(share, "\(place).\(key)", in: 0...1) }
    }
    for (key, count) in [("impostorPairs", rates.impostorPairs), ("genuinePairs", rates.genuinePairs)] {
      if let count, count < 0 { throw InvalidValue(detail: "\(place).\(key) must not be negative") }
    }
  }

  private func check(
    _ value: Double, _ place: String, in range: ClosedRange<Double>
  ) throws(InvalidValue) {
    guard range.contains(value) else {
      throw InvalidValue(detail: "\(place) must lie between \(range.lowerBound) and \(range.upperBound)")
    }
  }
}
