import ErrorRates
import Testing

@Suite("Accuracy over folds")
struct FoldAccuracyTests {
  @Test("Equal to the Python definition, with pairs that have no score")
  func equalsPython() throws {
    let metrics = try MetricsExpectations.load()
    let pairs = zip(metrics.scoredPairs, metrics.folds).enumerated().map { index, pair in
      FoldPair(
        score: index % 37 == 3 ? nil : pair.0.score + Float(index) / 65536,
        isGenuine: pair.0.first == pair.0.second, fold: pair.1)
    }
    let accuracy = try #require(FoldAccuracy(pairs))
    #expect(accuracy.folds.map(\.fold) == Array(1...10))
    #expect(accuracy.folds.map(\.accuracy) == metrics.foldAccuracies)
    #expect(accuracy.mean.isNear(metrics.foldMean))
    #expect(accuracy.standardError.isNear(metrics.foldStandardError))
  }

  @Test("The threshold lies between the scores that it parts best in the other folds")
  func byHand() throws {
    let first = [(0.8, true), (0.1, false)].map { FoldPair(score: $0.0, isGenuine: $0.1, fold: 1) }
    let second = [(0.6, true), (0.4, false), (0.7, false)].map {
      FoldPair(score: $0.0, isGenuine: $0.1, fold: 2)
    }
    let accuracy = try #require(FoldAccuracy(first + second))
    // For fold 1: refusing 0.4, or everything, decides two of three; the lower threshold counts.
    #expect(accuracy.folds[0].threshold.isNear(0.5, 1e-7))
    #expect(accuracy.folds[0].correct == Rate(events: 2, trials: 2))
    #expect(accuracy.folds[1].threshold.isNear(0.45, 1e-7))
    #expect(accuracy.folds[1].correct == Rate(events: 2, trials: 3))
    #expect(accuracy.mean.isNear(5.0 / 6))
    #expect(accuracy.standardError.isNear(1.0 / 6))
  }

  @Test("A pair without a score is refused, whatever the threshold")
  func failures() throws {
    let pairs = (1...2).flatMap { fold in
      [
        FoldPair(score: nil, isGenuine: true, fold: fold), FoldPair(score: nil, isGenuine: false, fold: fold),
        FoldPair(score: 0.5, isGenuine: true, fold: fold),
      ]
    }
    let accuracy = try #require(FoldAccuracy(pairs))
    #expect(accuracy.folds.map(\.correct) == [Rate(events: 2, trials: 3), Rate(events: 2, trials: 3)])
  }

  @Test("With equal scores too, no other threshold is better on the other folds")
  func bestOfAll() throws {
    let metrics = try MetricsExpectations.load()
    let pairs = zip(metrics.scoredPairs, metrics.folds).map {
      FoldPair(score: $0.score, isGenuine: $0.first == $0.second, fold: $1)
    }
    for fold in try #require(FoldAccuracy(pairs)).folds {
      let others = pairs.filter { $0.fold != fold.fold }
      func correct(_ threshold: Double) -> Int {
        others.count { (Double($0.score ?? -2) >= threshold) == $0.isGenuine }
      }
      let best = others.compactMap { $0.score.map { correct(Double($0)) } }.max()
      #expect(correct(fold.threshold) == best)
    }
  }

  @Test("Equal scores cannot be parted")
  func ties() throws {
    // Refusing only one of the two equal scores would decide everything.
    let training = [(0.3, false), (0.3, true), (0.9, true)].map {
      FoldPair(score: $0.0, isGenuine: $0.1, fold: 2)
    }
    let accuracy = try #require(FoldAccuracy(training + [FoldPair(score: 0.29, isGenuine: false, fold: 1)]))
    #expect(accuracy.folds[0].threshold.isNear(0.3, 1e-7))
    #expect(accuracy.folds[0].correct.events == 1)
  }

  @Test("One fold, or folds that have nothing to learn from, have no accuracy")
  func tooLittle() {
    #expect(FoldAccuracy([]) == nil)
    #expect(FoldAccuracy([FoldPair(score: 0.5, isGenuine: true, fold: 3)]) == nil)
    #expect(
      FoldAccuracy([
        FoldPair(score: 0.5, isGenuine: true, fold: 1), FoldPair(score: nil, isGenuine: true, fold: 2),
      ]) == nil)
  }
}
