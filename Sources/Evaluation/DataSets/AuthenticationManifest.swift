import ErrorRates
import Formats

/// A protocol of the whole policy: who is enrolled with which frames, and who then claims to be whom.
package struct AuthenticationManifest: Sendable {
  package struct Person: Hashable, Sendable {
    package let name: String
    /// Pictures and recordings to enrol with.
    package let enrolment: [Path]
    /// The line of each of them.
    package let lines: [Int]
  }

  /// Somebody in front of the camera who claims to be somebody.
  package struct Transaction: Hashable, Sendable {
    /// Pictures and recordings, in the order in which the camera delivers them.
    package let paths: [Path]
    /// Who is there; empty where that is not known, as with an attack.
    package let subject: String
    /// A position in `people`.
    package let claim: Int
    /// The kind of attack; empty for a person without one.
    package let species: String
    /// The word that its rows share; empty where it has a row of its own without one.
    package let name: String
    /// The line of each of the paths.
    package let lines: [Int]

    /// The line that it begins in.
    package var line: Int { lines.first ?? 0 }
  }

  package let people: [Person]
  package let transactions: [Transaction]
  /// Rows that were left out.
  package let problems: [RowProblem]

  /// Reads a table `path,subject,use[,claim,species,transaction]`.
  ///
  /// `use` is `enrol` or `probe`. A probe claims to be `claim`, or its own subject where that is empty. Rows of probes
  /// with the same `transaction` are the frames of one. Rows that say nothing, and people who probe with what they are
  /// enrolled with, are left out and listed in `problems`.
  ///
  /// - Throws: `EvaluationError.unusableTable` when a column is missing, or nobody is enrolled or probes.
  package init(csv bytes: [UInt8], name: String) throws(EvaluationError) {
    let table = try CSVTable(complete: bytes, name: name)
    guard let columns = Columns(table) else {
      throw .unusableTable(
        file: name, cause: "its first line does not name the columns path, subject and use",
        cure: "the table begins with the line path,subject,use,claim,species,transaction")
    }
    var problems: [RowProblem] = []
    var names = ListedNames()
    var enrolment: [Enrolment] = []
    var probes: [Probe] = []
    var order = ListedNames()
    for row in table.rows {
      func refuse(_ cause: String) { problems.append(RowProblem(line: row.line, cause: cause)) }
      let path = Path(row[columns.path])
      let subject = row.text(columns.subject)
      guard !path.bytes.isEmpty else {
        refuse("a path is missing")
        continue
      }
      switch row.text(columns.use).lowercased() {
      case "enrol", "enroll":
        guard !subject.isEmpty else {
          refuse("\(path) enrols nobody: the subject is missing")
          continue
        }
        let person = names.position(of: subject)
        if person == enrolment.count { enrolment.append(Enrolment()) }
        let known = enrolment[person].pictures.paths.count
        if enrolment[person].pictures.position(of: path) < known {
          refuse("\(path) is enrolled twice")
        } else {
          enrolment[person].lines.append(row.line)
        }
      case "probe":
        let claim = row.text(columns.claim).isEmpty ? subject : row.text(columns.claim)
        guard !claim.isEmpty else {
          refuse("\(path) claims to be nobody: subject and claim are missing")
          continue
        }
        let species = row.text(columns.species)
        guard !subject.isEmpty || !species.isEmpty else {
          refuse("\(path) is nobody's: subject and species are missing")
          continue
        }
        let key = row.text(columns.transaction)
        let number = order.position(of: key.isEmpty ? "\u{0}\(row.line)" : key)
        let probe = Probe(
          paths: [path], subject: subject, claim: claim, species: species, name: key, lines: [row.line])
        if number == probes.count {
          probes.append(probe)
        } else if !probes[number].add(probe) {
          refuse(
            "transaction '\(printable(key))' has another subject, claim or species than in line \(probes[number].lines[0])"
          )
        }
      case let word:
        refuse("the use '\(printable(word))' of \(path) is neither 'enrol' nor 'probe'")
      }
    }
    people = zip(names.names, enrolment).map {
      Person(name: $0, enrolment: $1.pictures.paths, lines: $1.lines)
    }
    let positions = Dictionary(uniqueKeysWithValues: names.names.enumerated().map { ($1, $0) })
    var transactions: [Transaction] = []
    for probe in probes {
      guard let claim = positions[probe.claim] else {
        problems.append(
          RowProblem(
            line: probe.lines[0], cause: "claims to be '\(printable(probe.claim))', who is not enrolled"))
        continue
      }
      if probe.isOwn, let known = probe.paths.firstIndex(where: { enrolment[claim].pictures.contains($0) }) {
        problems.append(
          RowProblem(
            line: probe.lines[known],
            cause: "\(probe.paths[known]) is enrolled as the same person, so it cannot probe"))
        continue
      }
      transactions.append(
        Transaction(
          paths: probe.paths, subject: probe.subject, claim: claim, species: probe.species, name: probe.name,
          lines: probe.lines))
    }
    guard !transactions.isEmpty else {
      throw .unusableTable(
        file: name,
        cause: problems.first.map { "no usable probe; line \($0.line ?? 0): \($0.cause)" }
          ?? "nobody probes", cure: "give rows with the use 'enrol' and rows with the use 'probe'")
    }
    self.transactions = transactions
    self.problems = problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  private init(people: [Person], transactions: [Transaction], problems: [RowProblem]) {
    self.people = people
    self.transactions = transactions
    self.problems = problems
  }

  /// What there is to do: a step for each file to enrol with, and one for each transaction.
  package var stepCount: Int { people.reduce(0) { $0 + $1.enrolment.count } + transactions.count }

  /// A shard's share of the people, with all transactions that claim them.
  package func part(_ shard: Shard) -> AuthenticationManifest {
    let chosen = shard.part(of: Array(people.indices))
    let places = Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1, $0) })
    return AuthenticationManifest(
      people: chosen.map { people[$0] },
      transactions: transactions.compactMap { transaction in
        places[transaction.claim].map { claim in
          Transaction(
            paths: transaction.paths, subject: transaction.subject, claim: claim,
            species: transaction.species, name: transaction.name, lines: transaction.lines)
        }
      }, problems: problems)
  }

  /// By whom a transaction is.
  package func kind(of transaction: Transaction) -> ErrorRates.Transaction.Kind {
    if !transaction.species.isEmpty { return .attack(species: transaction.species) }
    return transaction.subject == people[transaction.claim].name ? .genuine : .impostor
  }

  private struct Enrolment {
    var pictures = ListedPictures()
    var lines: [Int] = []
  }

  private struct Probe {
    var paths: [Path]
    let subject: String
    let claim: String
    let species: String
    let name: String
    var lines: [Int]

    /// Whether the person that is enrolled probes.
    var isOwn: Bool { species.isEmpty && subject == claim }

    /// Takes further frames; says whether they belong to the same transaction.
    mutating func add(_ other: Probe) -> Bool {
      guard other.subject == subject, other.claim == claim, other.species == species else { return false }
      paths += other.paths
      lines += other.lines
      return true
    }
  }

  private struct Columns {
    let path: Int
    let subject: Int
    let use: Int
    let claim: Int?
    let species: Int?
    let transaction: Int?

    init?(_ table: CSVTable) {
      guard let path = table.column("path"), let subject = table.column("subject"),
        let use = table.column("use")
      else { return nil }
      self.path = path
      self.subject = subject
      self.use = use
      claim = table.column("claim")
      species = table.column("species")
      transaction = table.column("transaction")
    }
  }
}
