import ErrorRates
import Formats
import Matching
import Platform

/// The tables that a verification leaves behind, line by line, for spreadsheets, pandas and `tune`.
package struct ScoreTables: Sendable {
  private let data: VerificationData
  private let outcomes: [PictureOutcome<TemplateMeasurement.Reading>]

  package init(_ data: VerificationData, _ outcomes: [PictureOutcome<TemplateMeasurement.Reading>]) {
    self.data = data
    self.outcomes = outcomes
  }

  package static let scoreColumns = [
    "path_a", "path_b", "same", "score", "fold", "identity_a", "identity_b", "error",
  ]

  /// A line per comparison.
  package func scores<Failure: Error>(
    _ comparisons: [VerificationComparison], to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(CSVLine.bytes(Self.scoreColumns))
    for comparison in comparisons {
      let pair = [comparison.first, comparison.second]
      let names = pair.map { Array(data.identities[data.identityOfPicture[$0]].utf8) }
      let failures = pair.compactMap { picture in
        outcomes[picture].failure.map { "\(data.pictures[picture]): \($0)" }
      }
      let isKnown = data.identitiesAreKnown
      try write(
        CSVLine.bytes([
          data.pictures[comparison.first].bytes, data.pictures[comparison.second].bytes,
          [UInt8(ascii: comparison.isGenuine ? "1" : "0")],
          Array((comparison.score.map { "\($0)" } ?? "").utf8),
          Array((comparison.fold.map { data.folds[$0] } ?? "").utf8),
          isKnown ? names[0] : [], isKnown ? names[1] : [],
          Array(failures.joined(separator: "; ").utf8),
        ]))
    }
  }

  /// How many comparisons reach each threshold of the grid, by rising threshold.
  package static func counts<Failure: Error>(
    _ scores: VerificationScores, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(CSVLine.bytes(["threshold", "genuine", "impostor"]))
    for (index, counts) in zip(scores.genuine.countsOnGrid, scores.impostor.countsOnGrid).enumerated() {
      try write(
        CSVLine.bytes([
          "\(ScoreGrid.threshold(index))", String(counts.0), String(counts.1),
        ]))
    }
  }

  package static let setColumns = ["identity", "references", "probes", "genuine", "draws"]

  /// Who took part with how many pictures, or with how many references and probes in each draw.
  package func identities<Failure: Error>(
    _ people: ComparedPeople, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    switch people {
    case .allPairs(let pictures):
      try write(CSVLine.bytes(["identity", "pictures"]))
      for (name, count) in zip(data.identities, pictures) where count > 0 {
        try write(CSVLine.bytes([name, String(count)]))
      }
    case .sets(let people, let draws):
      try write(CSVLine.bytes(Self.setColumns))
      for (name, person) in zip(data.identities, people) where person.references + person.probes > 0 {
        try write(
          CSVLine.bytes(
            [name] + [person.references, person.probes, person.genuine, draws].map { String($0) }))
      }
    }
  }
}

/// The tables of what could not be used.
package enum ProblemTables {
  /// A line per picture that gave no reading: `path,kind,reason`, kind `unreadable` or `noFace`.
  package static func failures<Reading, Failure: Error>(
    _ pictures: [Path], _ outcomes: [PictureOutcome<Reading>], to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(CSVLine.bytes(["path", "kind", "reason"]))
    for (path, outcome) in zip(pictures, outcomes) {
      guard let reason = outcome.failure else { continue }
      let kind = outcome.isUnreadable ? "unreadable" : "noFace"
      try write(CSVLine.bytes([path.bytes, Array(kind.utf8), Array(reason.utf8)]))
    }
  }

  /// A line per row or file that was left out: `line,cause`.
  package static func problems<Failure: Error>(
    _ problems: [RowProblem], to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(CSVLine.bytes(["line", "cause"]))
    for problem in problems {
      try write(CSVLine.bytes([problem.line.map(String.init) ?? "", problem.cause]))
    }
  }
}
