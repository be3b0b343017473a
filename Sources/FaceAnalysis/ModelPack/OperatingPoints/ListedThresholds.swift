import Formats

/// Measured thresholds as a list has them, before they are checked, whichever file they come from.
struct ListedThresholds {
  /// With their positions in the list.
  private let listed: [(position: Int, point: MeasuredThreshold)]

  /// How many the list has, with those that could not be read.
  let count: Int

  /// - Parameter points: Nil for those that could not be read.
  init(_ points: [MeasuredThreshold?]) {
    listed = points.enumerated().compactMap { position, point in point.map { (position, $0) } }
    count = points.count
  }

  /// Those that could be read, in their order.
  var points: [MeasuredThreshold] { listed.map(\.point) }

  /// Everything that is out of range, and which neighbours contradict each other.
  ///
  /// - Parameter keyPath: What leads to the list in its file.
  func faults(at keyPath: String) -> [DocumentFault] {
    var faults: [DocumentFault] = []
    for (position, point) in listed {
      let place = "\(keyPath).\(position)"
      if !(-1...1).contains(point.threshold) {
        faults.append(DocumentFault(place + ".threshold", .outOfRange(-1...1)))
      }
      // A verification may find no false match, but a rate that decides must be one that can be kept.
      if !(point.falseMatchRate > 0 && point.falseMatchRate <= 1) {
        faults.append(DocumentFault(place + ".falseMatchRate", .noRate))
      }
      faults += Self.faults(of: point.rates, place)
      if let verification = point.verification {
        let place = place + ".verification"
        if !(0...1).contains(verification.falseMatchRate) {
          faults.append(DocumentFault(place + ".falseMatchRate", .outOfRange(0...1)))
        }
        faults += Self.faults(of: verification, place)
      }
    }
    return faults + contradictions(keyPath)
  }

  /// What is wrong with a rate to decide at: it must be one of the points', or lie between two of them. Unknown where a
  /// point could not be read.
  ///
  /// - Parameter keyPath: Where the rate stands.
  func faults(ofDecisionRate rate: Double, at keyPath: String) -> [DocumentFault] {
    let rates = points.map(\.falseMatchRate)
    guard rates.count == count, let lowest = rates.min(), let highest = rates.max(),
      !(lowest <= rate && rate <= highest)
    else { return [] }
    return [DocumentFault(keyPath, .notMeasured(lowest: lowest, highest: highest))]
  }

  private func contradictions(_ keyPath: String) -> [DocumentFault] {
    let sorted = points.sortedByThreshold
    return zip(sorted, sorted.dropFirst()).compactMap { lower, higher in
      guard lower.threshold == higher.threshold || lower.falseMatchRate <= higher.falseMatchRate else {
        return nil
      }
      return DocumentFault(
        keyPath,
        .contradiction(
          lower: .init(threshold: lower.threshold, falseMatchRate: lower.falseMatchRate),
          higher: .init(threshold: higher.threshold, falseMatchRate: higher.falseMatchRate)))
    }
  }

  /// All but the false-match rate, which has a range of its own.
  private static func faults(of rates: MeasuredRates, _ place: String) -> [DocumentFault] {
    var faults: [DocumentFault] = []
    let shares: [(String, [Double?])] = [
      ("interval", [rates.interval?.lowerBound, rates.interval?.upperBound]),
      ("falseNonMatchRate", [rates.falseNonMatchRate]),
      (
        "falseNonMatchInterval",
        [rates.falseNonMatchInterval?.lowerBound, rates.falseNonMatchInterval?.upperBound]
      ),
    ]
    for (key, values) in shares where values.contains(where: { $0.map { !(0...1).contains($0) } ?? false }) {
      faults.append(DocumentFault("\(place).\(key)", .outOfRange(0...1)))
    }
    let counts = [("impostorPairs", rates.impostorPairs as Int?), ("genuinePairs", rates.genuinePairs)]
    for case (let key, let count?) in counts where count < 0 {
      faults.append(DocumentFault("\(place).\(key)", .negative))
    }
    return faults
  }
}

extension [MeasuredThreshold] {
  /// The points by rising threshold.
  var sortedByThreshold: [MeasuredThreshold] { sorted { $0.threshold < $1.threshold } }
}
