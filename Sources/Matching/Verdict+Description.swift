extension Matcher.Verdict: CustomStringConvertible {
  /// For example `the same person, score 0.753 (threshold 0.474, false matches below 1 in 330,000)`.
  public var description: String {
    "\(isMatch ? "the same person" : "not the same person"), score \(score) (threshold \(threshold), false matches"
      + " \(falseMatchRate))"
  }
}
