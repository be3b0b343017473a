import ErrorRates

/// How many scores of both classes fall between neighbouring thresholds, and where anything changes.
struct ScoreCounts: Sendable {
  static let perUnit = ScoreGrid.stepsPerUnit

  /// Scores from each threshold to just below the next one.
  let genuine: [UInt64]
  let impostor: [UInt64]
  let genuineTotal: UInt64
  let impostorTotal: UInt64

  /// The thresholds at which one more step changes something: at the lowest one everything is accepted, at the
  /// highest one nothing, unless a score is exactly 1.
  let range: ClosedRange<Int>

  /// Takes counts at or above each threshold. `nil` where there is no score.
  init?(accepted: [UInt64], wronglyAccepted: [UInt64]) {
    let (genuine, impostor) = (Self.bins(accepted), Self.bins(wronglyAccepted))
    let filled = genuine.indices.filter { genuine[$0] > 0 || impostor[$0] > 0 }
    guard let first = filled.first, let last = filled.last else { return nil }
    (self.genuine, self.impostor) = (genuine, impostor)
    genuineTotal = genuine.reduce(0, +)
    impostorTotal = impostor.reduce(0, +)
    range = first...min(last + 1, ScoreGrid.count - 1)
  }

  /// Differences of counts that must not rise. Scripts know whole numbers up to 2^53.
  private static func bins(_ atOrAbove: [UInt64]) -> [UInt64] {
    var bins = [UInt64](repeating: 0, count: ScoreGrid.count)
    guard atOrAbove.count == bins.count else { return bins }
    var current = min(atOrAbove[0], 1 << 53)
    for index in bins.indices {
      let next = index + 1 < atOrAbove.count ? min(current, atOrAbove[index + 1]) : 0
      bins[index] = current - next
      current = next
    }
    return bins
  }

  /// A threshold as its index; one between two steps becomes the higher one, which accepts the same scores as
  /// long as none lies between.
  static func index(of threshold: Double) -> Int {
    guard threshold > -1 else { return 0 }
    guard threshold < 1 else { return ScoreGrid.count - 1 }
    return Int((threshold * Double(perUnit)).rounded(.up)) + perUnit
  }

  static func threshold(_ index: Int) -> Double { ScoreGrid.threshold(index) }

  /// Genuine scores below a threshold.
  func falseNonMatches(at index: Int) -> UInt64 {
    genuine[..<index].reduce(0, +)
  }

  /// Impostor scores at or above a threshold.
  func falseMatches(at index: Int) -> UInt64 {
    impostor[index...].reduce(0, +)
  }
}
