import Matching
import Store

extension PolicyEvaluator {
  /// Compares what was seen of a face with each enrolled look.
  ///
  /// - Returns: The comparison with the look that is most alike; `nil` where none can be compared.
  func comparison(_ probe: MeanTemplate, with record: UserRecord, _ threshold: Score) -> Comparison? {
    let scores = Self.references(of: record, modelHash: probe.template.modelHash)
      .compactMap { reference in try? scale.score(reference, probe) }
    return scores.max().map { Comparison(score: $0, threshold: threshold, probeCount: probe.count) }
  }

  /// How many comparisons an evaluation of this record allows at most: one with each look in each try.
  func allowedComparisons(_ record: UserRecord, modelHash: String?) -> Int {
    guard threshold != nil else { return 0 }
    let rules = rules.tightened(by: record.attempts.limits)
    return Self.references(of: record, modelHash: modelHash).count
      * min(rules.triesPerEvaluation, rules.failedMatchLimit)
  }
}
