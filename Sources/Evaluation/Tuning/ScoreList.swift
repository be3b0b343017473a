import ErrorRates
import Formats
import Platform

/// Comparisons with their scores, as a table lists them: what `evaluate verification` wrote, or another program.
package struct ScoreList: Sendable {
  package struct Row: Sendable {
    package let score: Float
    package let isGenuine: Bool
    package let fold: String
    /// Positions in `identities`; `nil` where the table does not say who is who.
    package let people: (first: Int32, second: Int32)?
  }

  package let rows: [Row]
  package let identities: [String]
  /// Comparisons without a score: failures to acquire.
  package let failureCount: Int
  /// Rows that were left out.
  package let problems: [RowProblem]

  /// Reads a table with the columns `same` and `score`, and if they are there, `fold`, `identity_a` and `identity_b`.
  ///
  /// - Throws: `DataSetError.unusableTable` when a column is missing or no row has a score.
  package init(csv bytes: [UInt8], name: String) throws(DataSetError) {
    let table = try CSVTable(complete: bytes, name: name)
    let positions = try table.positions(
      of: [["same"], ["score"]], header: "same,score[,fold][,identity_a,identity_b]", file: name)
    let (same, score) = (positions[0], positions[1])
    let fold = table.column("fold")
    let people = table.column("identity_a").flatMap { a in table.column("identity_b").map { (a, $0) } }
    var names = ListedNames()
    var rows: [Row] = []
    var failures = 0
    var reader = RowReader()
    for row in table.rows {
      reader.take(line: row.line) { () throws(RowRefusal) in
        let label = row.text(same)
        guard let isGenuine = PairList.isGenuine(label) else { throw .unknownSameness(label) }
        let text = row.text(score)
        if text.isEmpty {
          failures += 1
          return
        }
        guard let value = Float(text), value.isFinite, value.magnitude <= 1.001 else {
          throw .unreadableScore(text)
        }
        var pair: (Int32, Int32)?
        if let people, !row.text(people.0).isEmpty, !row.text(people.1).isEmpty {
          pair = (
            Int32(names.position(of: row.text(people.0))), Int32(names.position(of: row.text(people.1)))
          )
        }
        if let pair, (pair.0 == pair.1) != isGenuine { throw .contradictedIdentities(label: label) }
        rows.append(Row(score: value, isGenuine: isGenuine, fold: row.text(fold), people: pair))
      }
    }
    guard !rows.isEmpty else {
      throw .unusableTable(file: name, .nothingUsable(.scores, first: reader.problems.first))
    }
    self.rows = rows
    identities = names.names
    failureCount = failures
    problems = reader.problems
  }

  /// Whether both people of every comparison are known.
  package var saysWhoIsWho: Bool { rows.allSatisfy { $0.people != nil } }

  private init(_ rows: [Row], of whole: ScoreList) {
    self.rows = rows
    identities = whole.identities
    failureCount = 0
    problems = []
  }

  /// The two halves that a threshold is chosen and verified on: by people where it is known who is who, or else by folds.
  ///
  /// Comparisons between people of different halves belong to neither.
  ///
  /// - Returns: `nil` where there is neither.
  package func halves() -> (first: ScoreList, second: ScoreList)? {
    if saysWhoIsWho {
      let isFirst = identities.map { Self.isFirstHalf($0) }
      let half = { (row: Row, wanted: Bool) -> Bool in
        guard let people = row.people else { return false }
        return isFirst[Int(people.first)] == wanted && isFirst[Int(people.second)] == wanted
      }
      return halves(rows.filter { half($0, true) }, rows.filter { half($0, false) })
    }
    let folds = Array(Set(rows.map(\.fold))).sorted()
    guard folds.count > 1, !folds.contains("") else { return nil }
    let first = Set(folds.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    return halves(rows.filter { first.contains($0.fold) }, rows.filter { !first.contains($0.fold) })
  }

  private func halves(_ first: [Row], _ second: [Row]) -> (first: ScoreList, second: ScoreList)? {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    return (ScoreList(first, of: self), ScoreList(second, of: self))
  }

  /// A coin that always falls the same way for a name (the lowest bit of FNV-1a, mixed).
  private static func isFirstHalf(_ name: String) -> Bool {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var generator = SplitMix64(seed: hash)
    return generator.next() & 1 == 0
  }
}
