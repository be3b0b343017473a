import ErrorRates
import Formats
import Platform

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
  /// - Throws: `DataSetError.unusableTable` when a column is missing, or nobody is enrolled or probes.
  package init(csv bytes: [UInt8], name: String) throws(DataSetError) {
    let table = try CSVTable(complete: bytes, name: name)
    let columns = try Columns(table, file: name)
    var rows = Rows()
    var reader = RowReader()
    for row in table.rows {
      reader.take(line: row.line) { () throws(RowRefusal) in try rows.add(row, columns) }
    }
    people = zip(rows.names.names, rows.enrolment).map {
      Person(name: $0, enrolment: $1.pictures.paths, lines: $1.lines)
    }
    let positions = Dictionary(uniqueKeysWithValues: rows.names.names.enumerated().map { ($1, $0) })
    var transactions: [Transaction] = []
    for probe in rows.probes {
      guard let claim = positions[probe.claim] else {
        reader.refuse(line: probe.lines[0], .claimsUnknown(probe.claim))
        continue
      }
      let enrolled = rows.enrolment[claim].pictures
      if probe.isOwn, let known = probe.paths.firstIndex(where: { enrolled.contains($0) }) {
        reader.refuse(line: probe.lines[known], .probesWithEnrolment(probe.paths[known]))
        continue
      }
      transactions.append(
        Transaction(
          paths: probe.paths, subject: probe.subject, claim: claim, species: probe.species, name: probe.name,
          lines: probe.lines))
    }
    guard !transactions.isEmpty else {
      throw .unusableTable(file: name, .nothingUsable(.transactions, first: reader.problems.first))
    }
    self.transactions = transactions
    problems = reader.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
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
}

/// What the rows of a manifest say, before it is known who is enrolled.
private struct Rows {
  /// The people of `enrolment`.
  private(set) var names = ListedNames()
  private(set) var enrolment: [Enrolment] = []
  private(set) var probes: [Probe] = []
  /// The transactions of `probes`.
  private var order = ListedNames()

  struct Enrolment {
    var pictures = ListedPictures()
    var lines: [Int] = []
  }

  struct Probe {
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

  mutating func add(_ row: CSVTable.Row, _ columns: Columns) throws(RowRefusal) {
    let path = try row.path(columns.path)
    let subject = row.text(columns.subject)
    switch row.text(columns.use).lowercased() {
    case "enrol", "enroll":
      guard !subject.isEmpty else { throw .enrolsNobody(path) }
      let person = names.position(of: subject)
      if person == enrolment.count { enrolment.append(Enrolment()) }
      let known = enrolment[person].pictures.paths.count
      guard enrolment[person].pictures.position(of: path) == known else { throw .enrolledTwice(path) }
      enrolment[person].lines.append(row.line)
    case "probe":
      let claim = row.text(columns.claim).isEmpty ? subject : row.text(columns.claim)
      guard !claim.isEmpty else { throw .claimsNobody(path) }
      let species = row.text(columns.species)
      guard !subject.isEmpty || !species.isEmpty else { throw .belongsToNobody(path) }
      let key = row.text(columns.transaction)
      let number = order.position(of: key.isEmpty ? "\u{0}\(row.line)" : key)
      let probe = Probe(
        paths: [path], subject: subject, claim: claim, species: species, name: key, lines: [row.line])
      if number == probes.count {
        probes.append(probe)
      } else if !probes[number].add(probe) {
        throw .otherTransaction(key, line: probes[number].lines[0])
      }
    case let word: throw .unknownUse(word, of: path)
    }
  }
}

/// Where the columns of a manifest stand.
private struct Columns {
  let path: Int
  let subject: Int
  let use: Int
  let claim: Int?
  let species: Int?
  let transaction: Int?

  init(_ table: CSVTable, file: String) throws(DataSetError) {
    let positions = try table.positions(
      of: [["path"], ["subject"], ["use"]], header: "path,subject,use,claim,species,transaction", file: file)
    path = positions[0]
    subject = positions[1]
    use = positions[2]
    claim = table.column("claim")
    species = table.column("species")
    transaction = table.column("transaction")
  }
}
