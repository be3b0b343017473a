/// The words of a report: those of ISO/IEC 19795-1 for comparisons, those of ISO/IEC 30107-3 for presentations.
package enum ReportWording: Hashable, Sendable {
  case verification
  case presentationAttack
}

/// The words by their place in the report.
extension ReportWording {
  /// The rate of those wrongly accepted, in short.
  var falseMatchRate: String { self == .verification ? "FMR" : "APCER" }

  /// The rate of those wrongly rejected, in short.
  var falseNonMatchRate: String { self == .verification ? "FNMR" : "BPCER" }

  var falseMatchRateInFull: String {
    self == .verification ? "False match rate" : "Attack presentation classification error rate"
  }

  var falseNonMatchRateInFull: String {
    self == .verification ? "False non-match rate" : "Bona fide presentation classification error rate"
  }

  /// Those that should be accepted, for legends and columns.
  var genuine: String { self == .verification ? "Genuine" : "Bona fide" }

  /// Those that should be rejected.
  var impostor: String { self == .verification ? "Impostor" : "Attack" }

  /// What a score belongs to.
  var trials: String { self == .verification ? "comparisons" : "presentations" }

  /// What `k of N` counts in the row of wrongly accepted ones.
  var falseMatchCount: String {
    self == .verification ? "impostor comparisons match" : "attacks are taken for bona fide"
  }

  var falseNonMatchCount: String {
    self == .verification ? "genuine comparisons do not match" : "bona fide are taken for attacks"
  }

  var falseMatchHeading: String {
    self == .verification ? "Highest impostor scores" : "Highest attack scores"
  }

  var falseNonMatchHeading: String {
    self == .verification ? "Lowest genuine scores" : "Lowest bona fide scores"
  }

  var falseMatchExplanation: String {
    self == .verification
      ? "The two paths of a pair are of different people." : "These presentations are attacks."
  }

  var falseNonMatchExplanation: String {
    self == .verification
      ? "The two paths of a pair are of the same person." : "These presentations are bona fide."
  }

  /// What a score at or above the threshold, or below it, means for one pair.
  func outcome(isAccepted: Bool, isGenuine: Bool) -> String {
    switch (self, isAccepted, isGenuine) {
    case (.verification, true, true): return "match"
    case (.verification, true, false): return "false match"
    case (.verification, false, true): return "false non-match"
    case (.verification, false, false): return "no match"
    case (.presentationAttack, true, true): return "bona fide"
    case (.presentationAttack, true, false): return "taken for bona fide"
    case (.presentationAttack, false, true): return "taken for an attack"
    case (.presentationAttack, false, false): return "attack"
    }
  }

  var failureHeading: String { self == .verification ? "Failures to acquire" : "Non-responses" }

  var failureExplanation: String {
    self == .verification
      ? "These pictures gave no template. Their comparisons are not part of FMR and FNMR."
      : "These presentations gave no score. They are not part of APCER and BPCER."
  }
}
