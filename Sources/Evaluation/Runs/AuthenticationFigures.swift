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
    var transactions: [Transaction] = []
    var compared = Rate(events: 0, trials: 0)
    var refusals: [String: Int] = [:]
    for (entry, outcome) in zip(manifest.transactions, result.outcomes) {
      guard case .evaluated(let reading) = outcome else { continue }
      let isOwner = entry.subject == manifest.people[entry.claim].name
      let kind: Transaction.Kind =
        entry.species.isEmpty ? isOwner ? .genuine : .impostor : .attack(species: entry.species)
      transactions.append(Transaction(kind: kind, isAccepted: reading.isAccepted, identity: entry.claim))
      guard kind == .genuine else { continue }
      if reading.score != nil { compared = compared.adding(!reading.isAccepted) }
      if let error = reading.error { refusals[error, default: 0] += 1 }
    }
    let rates = TransactionRates(transactions)
    let resampling = Resampling(groupCount: manifest.people.count)
    failuresToEnrol = Rate(
      events: result.enrolmentFailures.count { $0 != nil }, trials: manifest.people.count)
    falseRejections = rates.falseRejections
    falseAcceptances = rates.falseAcceptances
    falseRejectionInterval = TransactionRates.interval(
      of: .genuine, in: transactions, resampling: resampling)
    falseAcceptanceInterval = TransactionRates.interval(
      of: .impostor, in: transactions, resampling: resampling)
    comparedFalseRejections = compared
    acceptedAttacks = rates.attackAcceptances.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    notEvaluated = manifest.transactions.count - transactions.count
    self.refusals = refusals.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map {
      ($0.key, $0.value)
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
