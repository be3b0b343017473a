import ErrorRates
import Formats

/// The scores that tables hold for a threshold to be chosen or verified on, and who took part.
package struct TuningScores: Sendable {
  /// The scores, with draws of the people behind them.
  package let measured: ThresholdScores

  /// The names of the people who are known to take part.
  package let people: Set<String>

  /// Takes comparisons of which every one is listed.
  package init(_ list: ScoreList) {
    people = Set(list.identities)
    let draws = Self.draws(list)
    measured = ThresholdScores(
      VerificationScores(
        genuine: ScoreDistribution(listed: list.rows.filter { $0.isGenuine }.map(\.score)),
        impostor: ScoreDistribution(listed: list.rows.filter { !$0.isGenuine }.map(\.score))),
      falseMatchDraws: draws, falseNonMatchDraws: draws)
  }

  /// Takes counts on the grid of thresholds.
  ///
  /// - Parameters:
  ///   - counts: `counts.csv`: `threshold,genuine,impostor`.
  ///   - tables: What lies beside it, where all pictures were compared with all; `nil` leaves out intervals by people.
  ///   - list: The genuine comparisons; `nil` leaves out intervals by people of theirs.
  ///   - name: What to call the file in errors.
  /// - Throws: `DataSetError.unusableTable`.
  package init(counts bytes: [UInt8], beside tables: ExtremeTables?, genuine list: ScoreList?, name: String)
    throws(DataSetError)
  {
    let table = try CSVTable(complete: bytes, name: name)
    let positions = try table.positions(
      of: [["threshold"], ["genuine"], ["impostor"]], header: "threshold,genuine,impostor", file: name)
    let (threshold, genuine, impostor) = (positions[0], positions[1], positions[2])
    let isOnGrid =
      table.rows.count == ScoreGrid.count
      && table.rows.enumerated().allSatisfy { index, row in
        Double(row.text(threshold)) == ScoreGrid.threshold(index)
      }
    guard isOnGrid,
      let genuine = ScoreDistribution(countsAtOrAbove: table.rows.map { Self.count($0.text(genuine)) }),
      let impostor = ScoreDistribution(countsAtOrAbove: table.rows.map { Self.count($0.text(impostor)) })
    else {
      throw .unusableTable(file: name, .notFallingCounts)
    }
    people = Set(list?.identities ?? []).union(tables.map { Self.names($0) } ?? [])
    measured = ThresholdScores(
      VerificationScores(genuine: genuine, impostor: impostor),
      falseMatchDraws: tables.flatMap { Self.draws($0) },
      falseNonMatchDraws: list.flatMap { list in
        list.rows.count { $0.isGenuine } == genuine.count ? Self.draws(list) : nil
      })
  }

  /// What lies beside counts.
  package struct ExtremeTables: Sendable {
    /// `impostors.csv`
    package let impostors: [UInt8]
    /// `identities.csv`
    package let identities: [UInt8]

    package init(impostors: [UInt8], identities: [UInt8]) {
      self.impostors = impostors
      self.identities = identities
    }
  }

  private static func names(_ tables: ExtremeTables) -> [String] {
    let identities = CSVTable(tables.identities)
    return identities.column("identity").map { name in identities.rows.map { $0.text(name) } } ?? []
  }

  /// `nil` where the list does not say who is who.
  private static func draws(_ list: ScoreList) -> IdentityBootstrap? {
    guard list.saysWhoIsWho else { return nil }
    return IdentityBootstrap(
      genuine: pairs(list, isGenuine: true), impostor: pairs(list, isGenuine: false),
      resampling: Resampling(groupCount: list.identities.count))
  }

  /// `nil` where the tables do not fit together.
  private static func draws(_ tables: ExtremeTables) -> IdentityBootstrap? {
    let identities = CSVTable(tables.identities)
    guard let name = identities.column("identity"), let people = people(identities),
      let list = try? ScoreList(csv: tables.impostors, name: "")
    else { return nil }
    var positions: [String: Int32] = [:]
    for (position, row) in identities.rows.enumerated() { positions[row.text(name)] = Int32(position) }
    let renumbered = list.identities.map { positions[$0] }
    var pairs: [ScoredPair] = []
    for row in list.rows {
      guard let people = row.people, let first = renumbered[Int(people.first)],
        let second = renumbered[Int(people.second)]
      else { return nil }
      pairs.append(ScoredPair(score: row.score, first: first, second: second))
    }
    return IdentityBootstrap(
      people: people, highestImpostors: pairs, lowestGenuines: [],
      resampling: Resampling(groupCount: identities.rows.count))
  }

  /// How often each person was compared; `nil` where the table does not say.
  private static func people(_ identities: CSVTable) -> ComparedPeople? {
    if let pictures = identities.column("pictures") {
      return .allPairs(pictures: identities.rows.map { count($0.text(pictures)) })
    }
    let columns = ScoreTables.setColumns.dropFirst().compactMap { identities.column($0) }
    guard columns.count == 4, let first = identities.rows.first else { return nil }
    return .sets(
      identities.rows.map { row in
        .init(
          references: count(row.text(columns[0])), probes: count(row.text(columns[1])),
          genuine: count(row.text(columns[2])))
      }, draws: count(first.text(columns[3])))
  }

  /// A count; -1 for what is none, or more than the arithmetic of rates tells apart.
  private static func count(_ text: String) -> Int {
    Int(text).flatMap { $0 <= 1 << 53 ? $0 : nil } ?? -1
  }

  private static func pairs(_ list: ScoreList, isGenuine: Bool) -> [ScoredPair] {
    list.rows.compactMap { row in
      row.isGenuine == isGenuine
        ? row.people.map { ScoredPair(score: row.score, first: $0.first, second: $0.second) } : nil
    }
  }
}
