/// What a number of trials can say about small rates at all (ISO/IEC 19795-1).
///
/// Without a single event in N independent trials the rate may still be 3/N (95 %). A test therefore supports no
/// statement about rates below that.
public enum RuleOfThree {
  /// Whether so many trials support a statement about a rate: whether trials × rate is at least 3.
  public static func isSupported(rate: Double, trials: Int) -> Bool {
    // The quotient of a rate such as 1e-5 is rounded to the whole number that is meant, a product may miss the 3.
    rate > 0 && Double(trials) >= 3 / rate
  }

  /// The fewest trials that support a rate: 3/rate, rounded up.
  ///
  /// - Parameter rate: Greater than 0 and at most 1.
  /// - Returns: `nil` for another rate, or where the number is beyond all counting.
  public static func trialsNeeded(for rate: Double) -> Int? {
    guard rate > 0, rate <= 1, 3 / rate < 9e15 else { return nil }
    return Int((3 / rate).rounded(.up))
  }
}
