/// How many of some trials had an event.
public struct Rate: Hashable, Sendable {
  /// Trials with the event, 0…`trials`.
  public let events: Int

  /// All trials.
  public let trials: Int

  /// Counts events.
  ///
  /// - Parameters:
  ///   - events: Taken as the nearer end where it is not in 0…`trials`.
  ///   - trials: Taken as 0 where it is negative.
  public init(events: Int, trials: Int) {
    self.trials = max(0, trials)
    self.events = min(max(0, events), self.trials)
  }

  /// The share of events, 0…1; `nil` without a trial.
  public var value: Double? { trials > 0 ? Double(events) / Double(trials) : nil }

  /// The exact 95 % interval, as far as the trials are independent; see `ExactBinomial`.
  public var interval: ConfidenceInterval { interval(confidence: 0.95) }

  /// The exact interval at another confidence.
  public func interval(confidence: Double) -> ConfidenceInterval {
    ExactBinomial.interval(events: events, trials: trials, confidence: confidence)
  }
}
