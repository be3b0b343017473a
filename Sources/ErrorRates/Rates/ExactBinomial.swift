/// The interval of Clopper and Pearson (1934) for the chance of an event from independent trials: it covers the true
/// chance at least as often as it says, whatever that chance is.
public enum ExactBinomial {
  /// The interval of the chance per trial.
  ///
  /// The time does not depend on the numbers; about ten significant digits hold up to 10¹⁰ trials.
  ///
  /// - Parameters:
  ///   - events: How many trials had the event, 0…`trials`; taken as the nearer end outside of it.
  ///   - trials: How many independent trials there were. Without any, nothing is known: 0…1.
  ///   - confidence: Greater than 0 and less than 1; 0.95 for anything else.
  public static func interval(events: Int, trials: Int, confidence: Double = 0.95) -> ConfidenceInterval {
    guard trials > 0 else { return ConfidenceInterval(lower: 0, upper: 1) }
    let events = min(max(0, events), trials)
    // Chances near 1 are taken from their complement, which has the digits.
    if events > trials - events {
      let missing = interval(events: trials - events, trials: trials, confidence: confidence)
      return ConfidenceInterval(lower: 1 - missing.upper, upper: 1 - missing.lower)
    }
    let tail = (1 - (confidence > 0 && confidence < 1 ? confidence : 0.95)) / 2
    return ConfidenceInterval(
      lower: events == 0 ? 0 : BinomialTail.atLeast(events, of: trials).chance(at: tail),
      upper: BinomialTail.atMost(events, of: trials).chance(at: tail))
  }
}
