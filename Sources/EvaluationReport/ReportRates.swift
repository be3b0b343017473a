/// A share that was measured.
package struct ReportRate: Hashable, Sendable {
  /// 0…1.
  package let value: Double

  /// The interval of 95 %.
  package let interval: ClosedRange<Double>?

  package init(_ value: Double, interval: ClosedRange<Double>? = nil) {
    self.value = value
    self.interval = interval
  }
}

/// A threshold for a target rate of false matches (or of attacks taken for bona fide), and what it gave.
package struct ReportOperatingPoint: Hashable, Sendable {
  /// The target false-match rate, greater than 0 and at most 1.
  package let target: Double

  /// `nil` where no threshold reaches the target.
  package let threshold: Double?

  /// What was measured at the threshold: FMR or APCER.
  package let falseMatchRate: ReportRate?

  /// What was measured at the threshold: FNMR or BPCER.
  package let falseNonMatchRate: ReportRate?

  /// Whether there were comparisons enough to speak of the target (rule of 3: number × rate ≥ 3).
  package let isSupported: Bool

  /// A remark; may be empty.
  package let note: String

  package init(
    target: Double, threshold: Double?, falseMatchRate: ReportRate? = nil,
    falseNonMatchRate: ReportRate? = nil, isSupported: Bool, note: String = ""
  ) {
    self.target = target
    self.threshold = threshold
    self.falseMatchRate = falseMatchRate
    self.falseNonMatchRate = falseNonMatchRate
    self.isSupported = isSupported
    self.note = note
  }
}

/// A point of the detection error trade-off.
package struct ReportCurvePoint: Hashable, Sendable {
  /// FMR or APCER, 0…1.
  package let falseMatchRate: Double

  /// FNMR or BPCER, 0…1.
  package let falseNonMatchRate: Double

  /// The interval of 95 % of the latter.
  package let interval: ClosedRange<Double>?

  package init(falseMatchRate: Double, falseNonMatchRate: Double, interval: ClosedRange<Double>? = nil) {
    self.falseMatchRate = falseMatchRate
    self.falseNonMatchRate = falseNonMatchRate
    self.interval = interval
  }
}
