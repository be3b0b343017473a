/// The thresholds at which error rates change: every different score by rising score, then one that no score reaches.
struct ScoreSteps: Sequence, IteratorProtocol {
  struct Step {
    let threshold: Double
    /// Genuine scores below the threshold: false non-matches.
    let genuineBelow: Int
    /// Impostor scores at or above the threshold: false matches.
    let impostorAtOrAbove: Int
  }

  private let genuine: [(score: Double, count: Int)]
  private let impostor: [(score: Double, count: Int)]
  private let thresholdBeyond: Double
  private var genuinePosition = 0
  private var impostorPosition = 0
  private var genuineBelow = 0
  private var impostorAtOrAbove: Int
  private var isFinished = false

  init(_ scores: VerificationScores) {
    genuine = scores.genuine.distinct
    impostor = scores.impostor.distinct
    impostorAtOrAbove = scores.impostor.count
    let highest = Swift.max(genuine.last?.score ?? -1, impostor.last?.score ?? -1)
    thresholdBeyond =
      scores.genuine.listedScores != nil
      ? Double(Float(highest).nextUp)
      : highest + ScoreGrid.threshold(1) - ScoreGrid.threshold(0)
  }

  mutating func next() -> Step? {
    guard !isFinished else { return nil }
    let nextGenuine = genuinePosition < genuine.count ? genuine[genuinePosition] : nil
    let nextImpostor = impostorPosition < impostor.count ? impostor[impostorPosition] : nil
    let score = Swift.min(nextGenuine?.score ?? .infinity, nextImpostor?.score ?? .infinity)
    isFinished = nextGenuine == nil && nextImpostor == nil
    let step = Step(
      threshold: isFinished ? thresholdBeyond : score, genuineBelow: genuineBelow,
      impostorAtOrAbove: impostorAtOrAbove)
    if let nextGenuine, nextGenuine.score == score {
      genuineBelow += nextGenuine.count
      genuinePosition += 1
    }
    if let nextImpostor, nextImpostor.score == score {
      impostorAtOrAbove -= nextImpostor.count
      impostorPosition += 1
    }
    return step
  }
}
