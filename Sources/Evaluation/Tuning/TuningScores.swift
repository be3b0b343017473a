import Formats
import Matching

/// The scores that a threshold is chosen or verified on.
package struct TuningScores: Sendable {
  package let scores: VerificationScores
  /// Draws of people, for intervals of false-match rates; nothing where it is not known who is who.
  package let bootstrap: IdentityBootstrap?
  /// The same for false non-match rates.
  package let genuineBootstrap: IdentityBootstrap?

  /// The names of the people who are known to take part.
  package let people: Set<String>

  /// Takes comparisons of which every one is listed.
  package init(_ list: ScoreList) {
    people = Set(list.identities)
    scores = VerificationScores(
      genuine: ScoreDistribution(listed: list.rows.filter { $0.isGenuine }.map(\.score)),
      impostor: ScoreDistribution(listed: list.rows.filter { !$0.isGenuine }.map(\.score)))
    let resampling = Resampling(groupCount: list.identities.count)
    bootstrap =
      list.saysWhoIsWho
      ? IdentityBootstrap(
        genuine: Self.pairs(list, isGenuine: true), impostor: Self.pairs(list, isGenuine: false),
        resampling: resampling) : nil
    genuineBootstrap = bootstrap
  }

  /// Takes counts on the grid of thresholds.
  ///
  /// - Parameters:
  ///   - counts: `counts.csv`: `threshold,genuine,impostor`.
  ///   - tables: What lies beside it, where all pictures were compared with all; nothing leaves out intervals by people.
  ///   - list: The genuine comparisons; nothing leaves out intervals by people of theirs.
  ///   - name: What to call the file in errors.
  /// - Throws: `EvaluationError.unusableTable`.
  package init(counts bytes: [UInt8], beside tables: ExtremeTables?, genuine list: ScoreList?, name: String)
    throws(EvaluationError)
  {
    let table = try CSVTable(complete: bytes, name: name)
    guard let threshold = table.column("threshold"), let genuine = table.column("genuine"),
      let impostor = table.column("impostor")
    else {
      throw .unusableTable(
        file: name, cause: "its first line does not name the columns threshold, genuine and impostor",
        cure: "give the counts.csv of 'facelatch evaluate verification'")
    }
    let isOnGrid =
      table.rows.count == ScoreDistribution.gridCount
      && table.rows.enumerated().allSatisfy { index, row in
        Double(row.text(threshold)) == ScoreDistribution.gridThreshold(index)
      }
    guard isOnGrid,
      let genuine = ScoreDistribution(countsAtOrAbove: table.rows.map { Self.count($0.text(genuine)) }),
      let impostor = ScoreDistribution(countsAtOrAbove: table.rows.map { Self.count($0.text(impostor)) })
    else {
      throw .unusableTable(
        file: name, cause: "it does not hold falling counts at every multiple of 1/4096 from -1 to 1",
        cure: "give the counts.csv as 'facelatch evaluate verification' wrote it")
    }
    scores = VerificationScores(genuine: genuine, impostor: impostor)
    people = Set(list?.identities ?? []).union(tables.map { Self.names($0) } ?? [])
    bootstrap = tables.flatMap { Self.bootstrap($0) }
    genuineBootstrap = list.flatMap { list in
      list.rows.count { $0.isGenuine } == genuine.count && list.saysWhoIsWho
        ? IdentityBootstrap(
          genuine: Self.pairs(list, isGenuine: true), impostor: Self.pairs(list, isGenuine: false),
          resampling: Resampling(groupCount: list.identities.count)) : nil
    }
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

  private static func bootstrap(_ tables: ExtremeTables) -> IdentityBootstrap? {
    let identities = CSVTable(tables.identities)
    guard let name = identities.column("identity"), let pictures = identities.column("pictures"),
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
      samplesPerIdentity: identities.rows.map { Self.count($0.text(pictures)) }, highestImpostors: pairs,
      lowestGenuines: [], resampling: Resampling(groupCount: identities.rows.count))
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
