import ErrorRates
import Formats

@testable import Evaluation

/// `counts.csv` as a verification writes it.
struct CountsTable {
  let bytes: [UInt8]

  init(genuine: [Float], impostor: [Float]) {
    let scores = VerificationScores(
      genuine: ScoreDistribution(listed: genuine), impostor: ScoreDistribution(listed: impostor))
    var bytes: [UInt8] = []
    ScoreTables.counts(scores) { (line: [UInt8]) throws(Never) in bytes += line }
    self.bytes = bytes
  }

  /// The same with one row in the place of another.
  func replacing(_ row: Int, with text: String) -> [UInt8] {
    var lines = bytes.split(separator: 0x0a).map { Array($0) }
    lines[row] = Array(text.utf8)
    return lines.flatMap { $0 + [0x0a] }
  }
}
