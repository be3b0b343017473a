/// A pair of pictures in a protocol with folds.
public struct FoldPair: Hashable, Sendable {
  /// How alike they are; `nil` where one of the pictures gave no template, or no finite number.
  public let score: Float?

  /// Whether both show one person.
  public let isGenuine: Bool

  /// Which part of the test the pair belongs to; any number.
  public let fold: Int

  public init(score: Float?, isGenuine: Bool, fold: Int) {
    self.score = score.flatMap { $0.isFinite ? $0 : nil }
    self.isGenuine = isGenuine
    self.fold = fold
  }
}

/// Accuracy as LFW reports it (Huang et al. 2007, "Labeled Faces in the Wild", section on view 2): each fold is decided
/// with the threshold that is best on all the others; mean and standard error over the folds.
///
/// A pair without a score is refused: an error where it is genuine.
public struct FoldAccuracy: Hashable, Sendable {
  /// What came of one part of the test.
  public struct Fold: Hashable, Sendable {
    public let fold: Int

    /// The lowest score that counts as a match, chosen on the other folds: the middle between the two neighbouring
    /// scores that it parts. Of several that are equally good there it is the lowest.
    public let threshold: Double

    /// Pairs decided correctly.
    public let correct: Rate

    /// The share of pairs decided correctly.
    public var accuracy: Double { Double(correct.events) / Double(correct.trials) }
  }

  /// By rising number of the fold; two or more.
  public let folds: [Fold]

  /// The mean of the folds' accuracies.
  public let mean: Double

  /// The sample standard deviation of the folds' accuracies over the root of their number.
  public let standardError: Double

  /// Decides every fold.
  ///
  /// - Returns: `nil` where there are fewer than two folds, or some fold's other folds have no score at all.
  public init?(_ pairs: [FoldPair]) {
    let scored = pairs.compactMap { pair in
      pair.score.map { ScoredFoldPair(score: Double($0), isGenuine: pair.isGenuine, fold: pair.fold) }
    }
    .sorted { $0.score < $1.score }
    let numbers = Set(pairs.map(\.fold)).sorted()
    guard numbers.count > 1 else { return nil }
    var correct: [Int: Int] = [:]
    var trials: [Int: Int] = [:]
    for pair in pairs {
      trials[pair.fold, default: 0] += 1
      if pair.score == nil, !pair.isGenuine { correct[pair.fold, default: 0] += 1 }
    }
    var thresholds: [Int: Double] = [:]
    for fold in numbers {
      guard let threshold = Self.bestThreshold(on: scored.filter { $0.fold != fold }) else { return nil }
      thresholds[fold] = threshold
    }
    for pair in scored {
      guard let threshold = thresholds[pair.fold] else { continue }
      if (pair.score >= threshold) == pair.isGenuine { correct[pair.fold, default: 0] += 1 }
    }
    folds = numbers.map {
      Fold(
        fold: $0, threshold: thresholds[$0, default: 0],
        correct: Rate(events: correct[$0, default: 0], trials: trials[$0, default: 0]))
    }
    let accuracies = folds.map(\.accuracy)
    let count = Double(accuracies.count)
    let mean = accuracies.reduce(0, +) / count
    self.mean = mean
    let squares = accuracies.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    standardError = (squares / (count - 1) / count).squareRoot()
  }

  /// The threshold that decides most pairs correctly, the lowest of several.
  ///
  /// - Parameter pairs: By rising score.
  private static func bestThreshold(on pairs: [ScoredFoldPair]) -> Double? {
    guard let first = pairs.first else { return nil }
    var best = (gain: 0, threshold: first.score)
    // What is gained over calling everything a match by refusing the lowest scores.
    var gain = 0
    for (index, pair) in pairs.enumerated() {
      gain += pair.isGenuine ? -1 : 1
      guard gain > best.gain else { continue }
      // Equal scores cannot be parted.
      if index + 1 == pairs.count {
        best = (gain, pair.score + 1e-6)
      } else if pairs[index + 1].score > pair.score {
        best = (gain, (pair.score + pairs[index + 1].score) / 2)
      }
    }
    return best.threshold
  }
}

private struct ScoredFoldPair {
  let score: Double
  let isGenuine: Bool
  let fold: Int
}
