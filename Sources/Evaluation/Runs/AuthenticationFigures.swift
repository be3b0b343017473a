import ErrorRates
import Formats
import Platform

/// How often the whole policy let in whom it should, and whom it should not: each transaction counts once.
package struct AuthenticationFigures: Sendable {
  /// People of whom no face could be enrolled, of all with files that can be read (FTE).
  package let failuresToEnrol: Rate
  /// The same, had nobody tried again without the frames that showed somebody else.
  package let firstTryFailures: Rate
  /// The person's own transactions that were refused (FRR).
  package let falseRejections: Rate
  /// The same, of those in which a face was compared.
  package let comparedFalseRejections: Rate
  /// Other people's transactions that were let in, without any effort to deceive (FAR).
  package let falseAcceptances: Rate
  /// The same, of those in which a face was compared.
  package let comparedFalseAcceptances: Rate
  /// Attacks that were let in, by species (IAPAR, ISO/IEC 30107-3).
  package let acceptedAttacks: [(species: String, rate: Rate)]
  /// Intervals of 95 % from drawing people, since each has several transactions.
  package let falseRejectionInterval: ConfidenceInterval?
  package let falseAcceptanceInterval: ConfidenceInterval?
  /// Transactions that claim somebody who is not enrolled: they count nowhere else.
  package let notEvaluated: Int
  /// Transactions with a file that cannot be read: they count nowhere else.
  package let unreadable: Int
  /// Why transactions were refused.
  package let refusals: [Refusals]

  /// Why transactions of one kind were refused, most frequent cause first; no cause where a rule about times refused.
  package struct Refusals: Sendable {
    package let kind: Transaction.Kind
    package let causes: [(cause: RefusalCause?, count: Int)]
  }

  package init(_ manifest: AuthenticationManifest, _ result: AuthenticationRun.Result) {
    var transactions: [Transaction] = []
    let none = Rate(events: 0, trials: 0)
    var (comparedRejections, comparedAcceptances) = (none, none)
    var causes: [Transaction.Kind: [RefusalCause?: Int]] = [:]
    var (notEvaluated, unreadable) = (0, 0)
    for (entry, outcome) in zip(manifest.transactions, result.outcomes) {
      let reading: TransactionReading
      switch outcome {
      case .evaluated(let known): reading = known
      case .notEnrolled:
        notEvaluated += 1
        continue
      case .unreadable:
        unreadable += 1
        continue
      }
      let kind = manifest.kind(of: entry)
      transactions.append(Transaction(kind: kind, isAccepted: reading.isAccepted, identity: entry.claim))
      if !reading.isAccepted { causes[kind, default: [:]][reading.cause, default: 0] += 1 }
      guard reading.score != nil else { continue }
      switch kind {
      case .genuine: comparedRejections = comparedRejections.adding(!reading.isAccepted)
      case .impostor: comparedAcceptances = comparedAcceptances.adding(reading.isAccepted)
      case .attack: break
      }
    }
    let rates = TransactionRates(transactions)
    let resampling = Resampling(groupCount: manifest.people.count)
    let tried = result.enrolments.compactMap(\.reading)
    failuresToEnrol = Rate(events: tried.count { $0.failure != nil }, trials: tried.count)
    firstTryFailures = Rate(events: tried.count { $0.failure != nil || $0.tries > 1 }, trials: tried.count)
    falseRejections = rates.falseRejections
    falseAcceptances = rates.falseAcceptances
    falseRejectionInterval = TransactionRates.interval(
      of: .genuine, in: transactions, resampling: resampling)
    falseAcceptanceInterval = TransactionRates.interval(
      of: .impostor, in: transactions, resampling: resampling)
    comparedFalseRejections = comparedRejections
    comparedFalseAcceptances = comparedAcceptances
    acceptedAttacks = rates.attackAcceptances.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.notEvaluated = notEvaluated
    self.unreadable = unreadable
    let kinds = [Transaction.Kind.genuine, .impostor] + acceptedAttacks.map { .attack(species: $0.species) }
    refusals = kinds.compactMap { kind in
      causes[kind].map { Refusals(kind: kind, causes: Self.sorted($0)) }
    }
  }

  private static func sorted(_ counts: [RefusalCause?: Int]) -> [(cause: RefusalCause?, count: Int)] {
    let causes: [RefusalCause?] = RefusalCause.allCases + [nil]
    return causes.enumerated().compactMap { order, cause in
      counts[cause].map { (order: order, cause: cause, count: $0) }
    }.sorted { ($1.count, $0.order) < ($0.count, $1.order) }.map { ($0.cause, $0.count) }
  }

  // MARK: - Output

  /// The keys of `summary.json` that hold figures.
  package var jsonMembers: [JSON.Member] {
    let species = acceptedAttacks.map { JSON.Member(key: $0.species, value: $0.rate.json) }
    return [
      .init(key: "failureToEnrol", value: failuresToEnrol.json),
      .init(key: "failureToEnrolAtFirstTry", value: firstTryFailures.json),
      .init(key: "frr", value: falseRejections.json),
      .init(key: "frrPeopleInterval", value: falseRejectionInterval?.json ?? .null),
      .init(key: "frrOfCompared", value: comparedFalseRejections.json),
      .init(key: "far", value: falseAcceptances.json),
      .init(key: "farPeopleInterval", value: falseAcceptanceInterval?.json ?? .null),
      .init(key: "farOfCompared", value: comparedFalseAcceptances.json),
      .init(key: "iapar", value: .object(species)),
      .init(key: "notEnrolled", value: .integer(notEvaluated)),
      .init(key: "unreadable", value: .integer(unreadable)),
      .init(key: "refusals", value: refusalsJSON),
    ]
  }

  private var refusalsJSON: JSON {
    var (genuine, impostor) = (JSON.object([JSON.Member]()), JSON.object([JSON.Member]()))
    var attacks: [JSON.Member] = []
    for refusal in refusals {
      let counts = JSON.object(
        refusal.causes.map { JSON.Member(key: $0.cause?.rawValue ?? "other", value: .integer($0.count)) })
      switch refusal.kind {
      case .genuine: genuine = counts
      case .impostor: impostor = counts
      case .attack(let species): attacks.append(JSON.Member(key: species, value: counts))
      }
    }
    return .object(["genuine": genuine, "impostor": impostor, "attack": .object(attacks)])
  }

  /// The figures for a person, a line each; nothing about what was not tried.
  package var text: String {
    var lines: [(String, String)] = [("failure to enrol (FTE)", text(failuresToEnrol))]
    if firstTryFailures != failuresToEnrol { lines.append(("  at the first try", text(firstTryFailures))) }
    add(
      falseRejections, falseRejectionInterval, comparedFalseRejections, as: "false rejection (FRR)",
      to: &lines)
    add(
      falseAcceptances, falseAcceptanceInterval, comparedFalseAcceptances, as: "false acceptance (FAR)",
      to: &lines)
    lines += acceptedAttacks.map { ("attacks let in (IAPAR), \(printable($0.species))", text($0.rate)) }
    for refusal in refusals {
      let causes = refusal.causes.map { "\($0.cause?.words ?? "other") \(grouped($0.count))" }
      lines.append((words(refusal.kind), causes.joined(separator: ", ")))
    }
    if notEvaluated > 0 {
      lines.append(("left out", "\(counted(notEvaluated, "transaction")) that claim somebody not enrolled"))
    }
    if unreadable > 0 {
      lines.append(("left out", "\(counted(unreadable, "transaction")) with files that cannot be read"))
    }
    let width = lines.map { $0.0.count }.max() ?? 0
    return lines.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + "  " + $0.1 }
      .joined(separator: "\n")
  }

  private func add(
    _ rate: Rate, _ people: ConfidenceInterval?, _ compared: Rate, as label: String,
    to lines: inout [(String, String)]
  ) {
    guard rate.trials > 0 else { return }
    lines.append((label, text(rate) + (people.map { "; by people: \($0.text)" } ?? "")))
    if compared.trials < rate.trials { lines.append(("  of compared faces", text(compared))) }
  }

  private func text(_ rate: Rate) -> String { rate.trials > 0 ? rate.text : "nothing to measure" }

  private func words(_ kind: Transaction.Kind) -> String {
    switch kind {
    case .genuine: "owners refused for"
    case .impostor: "others refused for"
    case .attack(let species): "attacks refused, \(printable(species))"
    }
  }
}
