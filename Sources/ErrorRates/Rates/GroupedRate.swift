/// Events and trials by the group that they come from; groups without a trial take no room.
struct GroupedRate: Sendable {
  private var counts: [Int: Rate] = [:]

  init() {}

  /// Takes the counts of every group.
  init(_ counts: [Rate]) {
    for (group, count) in counts.enumerated() where count.trials > 0 { self.counts[group] = count }
  }

  mutating func add(_ hasEvent: Bool, group: Int) {
    counts[group] = counts[group, default: Rate(events: 0, trials: 0)].adding(hasEvent)
  }

  /// The share of events where each group counts so often; `nil` without a trial.
  ///
  /// - Parameter weights: One for every group there is.
  func share(_ weights: [Int]) -> Double? {
    var (events, trials) = (0, 0)
    for (group, count) in counts {
      events += weights[group] * count.events
      trials += weights[group] * count.trials
    }
    return trials > 0 ? Double(events) / Double(trials) : nil
  }
}

extension Rate {
  /// With one trial more.
  package func adding(_ hasEvent: Bool) -> Rate {
    Rate(events: events + (hasEvent ? 1 : 0), trials: trials + 1)
  }
}
