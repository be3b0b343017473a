import Formats

/// How often the whole policy let in whom it should, and whom it should not: each transaction counts once.
package struct AuthenticationFigures: Sendable {
  /// People of whom no face could be enrolled, of all (FTE).
  package let failuresToEnrol: Rate
  /// The person's own transactions that were refused (FRR).
  package let falseRejections: Rate
  /// The same, of those in which a face was compared.
  package let comparedFalseRejections: Rate
  /// Other people's transactions that were let in, without any effort to deceive (FAR).
  package let falseAcceptances: Rate
  /// Attacks that were let in, by species (IAPAR, ISO/IEC 30107-3).
  package let acceptedAttacks: [(species: String, rate: Rate)]
  /// Intervals of 95 % from drawing people, since each has several transactions.
  package let falseRejectionInterval: ConfidenceInterval?
  package let falseAcceptanceInterval: ConfidenceInterval?
  /// Transactions that claim somebody who could not be enrolled: they count nowhere else.
  package let notEvaluated: Int
  /// Why the person's own transactions were refused, by the name of the error, most frequent first.
  package let refusals: [(error: String, count: Int)]

  package init<Frames>(_ manifest: AuthenticationManifest, _ result: AuthenticationRun<Frames>.Result) {
    var (own, others) = (Tally(manifest.people.count), Tally(manifest.people.count))
    var compared = (refused: 0, all: 0)
    var attacks: [String: (accepted: Int, all: Int)] = [:]
    var refusals: [String: Int] = [:]
    var notEvaluated = 0
    for (transaction, outcome) in zip(manifest.transactions, result.outcomes) {
      guard case .evaluated(let reading) = outcome else {
        notEvaluated += 1
        continue
      }
      if !transaction.species.isEmpty {
        let known = attacks[transaction.species, default: (0, 0)]
        attacks[transaction.species] = (known.accepted + (reading.isAccepted ? 1 : 0), known.all + 1)
      } else if transaction.subject == manifest.people[transaction.claim].name {
        own.add(!reading.isAccepted, of: transaction.claim)
        if reading.score != nil {
          compared = (compared.refused + (reading.isAccepted ? 0 : 1), compared.all + 1)
        }
        if let error = reading.error { refusals[error, default: 0] += 1 }
      } else {
        others.add(reading.isAccepted, of: transaction.claim)
      }
    }
    failuresToEnrol = Rate(
      events: result.enrolmentFailures.count { $0 != nil }, trials: manifest.people.count)
    falseRejections = own.rate
    falseRejectionInterval = own.interval
    comparedFalseRejections = Rate(events: compared.refused, trials: compared.all)
    falseAcceptances = others.rate
    falseAcceptanceInterval = others.interval
    acceptedAttacks = attacks.sorted { $0.key < $1.key }.map {
      ($0.key, Rate(events: $0.value.accepted, trials: $0.value.all))
    }
    self.notEvaluated = notEvaluated
    self.refusals = refusals.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
  }

  /// Events and trials of each person.
  private struct Tally {
    private var events: [Int]
    private var trials: [Int]

    init(_ count: Int) {
      events = [Int](repeating: 0, count: count)
      trials = events
    }

    mutating func add(_ happened: Bool, of person: Int) {
      trials[person] += 1
      if happened { events[person] += 1 }
    }

    var rate: Rate { Rate(events: events.reduce(0, +), trials: trials.reduce(0, +)) }

    var interval: ConfidenceInterval? {
      Resampling(groupCount: trials.count)
        .interval(of: zip(events, trials).map { Rate(events: $0, trials: $1) })
    }
  }

  /// The keys of `summary.json` that hold figures.
  package var jsonMembers: [JSON.Member] {
    [
      .init(key: "failureToEnrol", value: failuresToEnrol.json),
      .init(key: "frr", value: falseRejections.json),
      .init(key: "frrPeopleInterval", value: falseRejectionInterval?.json ?? .null),
      .init(key: "frrOfCompared", value: comparedFalseRejections.json),
      .init(key: "far", value: falseAcceptances.json),
      .init(key: "farPeopleInterval", value: falseAcceptanceInterval?.json ?? .null),
      .init(
        key: "iapar",
        value: .object(acceptedAttacks.map { JSON.Member(key: $0.species, value: $0.rate.json) })),
      .init(key: "notEvaluated", value: .integer(notEvaluated)),
      .init(
        key: "refusals",
        value: .object(refusals.map { JSON.Member(key: $0.error, value: .integer($0.count)) })),
    ]
  }

  /// The figures for a person, a line each.
  package var text: String {
    var lines = [
      "failure to enrol        \(failuresToEnrol.text)",
      "false rejection (FRR)   \(falseRejections.text)\(people(falseRejectionInterval))",
      "  of compared faces     \(comparedFalseRejections.text)",
      "false acceptance (FAR)  \(falseAcceptances.text)\(people(falseAcceptanceInterval))",
    ]
    lines += acceptedAttacks.map { "attack '\(printable($0.species))' let in  \($0.rate.text)" }
    if notEvaluated > 0 { lines.append("not evaluated           \(counted(notEvaluated, "transaction"))") }
    if !refusals.isEmpty {
      let causes = refusals.map { "\($0.error) \(grouped($0.count))" }.joined(separator: ", ")
      lines.append("refusals of the owner   \(causes)")
    }
    return lines.joined(separator: "\n")
  }

  private func people(_ interval: ConfidenceInterval?) -> String {
    interval.map { "; by people: \($0.text)" } ?? ""
  }
}
