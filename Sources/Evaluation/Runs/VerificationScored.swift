import ErrorRates
import Matching

/// The scores of a verification, in either form: every comparison, or counts and the extreme ones.
package struct VerificationScored: Sendable {
  /// Genuine and impostor scores, for rates at any threshold.
  package let scores: VerificationScores
  /// Every comparison in the order of the protocol; `nil` where there are too many to keep.
  package let comparisons: [VerificationComparison]?
  /// The genuine comparisons by rising score, as far as they are kept.
  package let lowestGenuines: [VerificationComparison]
  /// The impostor comparisons by falling score, as far as they are kept.
  package let highestImpostors: [VerificationComparison]
  /// Genuine comparisons in which a picture gave no template.
  package let failedGenuineCount: Int
  /// Impostor comparisons in which a picture gave no template.
  package let failedImpostorCount: Int
  /// How often each identity was compared.
  package let people: ComparedPeople

  /// Takes every comparison.
  init(listed comparisons: [VerificationComparison], of data: VerificationData) {
    self.comparisons = comparisons
    var (genuine, impostor): ([Float], [Float]) = ([], [])
    var (failedGenuine, failedImpostor) = (0, 0)
    var pictures = Set<Int>()
    for comparison in comparisons {
      guard let score = comparison.score else {
        if comparison.isGenuine { failedGenuine += 1 } else { failedImpostor += 1 }
        continue
      }
      if comparison.isGenuine { genuine.append(score) } else { impostor.append(score) }
      pictures.insert(comparison.first)
      pictures.insert(comparison.second)
    }
    scores = VerificationScores(
      genuine: ScoreDistribution(listed: genuine), impostor: ScoreDistribution(listed: impostor))
    let compared = comparisons.filter { $0.score != nil }
    lowestGenuines = Self.ranked(compared.filter { $0.isGenuine }) { $0 < $1 }
    highestImpostors = Self.ranked(compared.filter { !$0.isGenuine }) { $0 > $1 }
    failedGenuineCount = failedGenuine
    failedImpostorCount = failedImpostor
    people = .allPairs(pictures: Self.samples(pictures, of: data))
  }

  /// Takes counts and extreme scores.
  ///
  /// - Parameters:
  ///   - scores: All samples against all.
  ///   - pictureOfSample: For each sample, its picture.
  ///   - candidates: The pictures that were meant to take part.
  init(_ scores: AllPairsScores, pictureOfSample: [Int], candidates: [Int], of data: VerificationData) {
    comparisons = nil
    self.scores = VerificationScores(
      genuine: ScoreDistribution(scores.genuines), impostor: ScoreDistribution(scores.impostors))
    lowestGenuines = scores.lowestGenuines.map {
      Self.comparison($0, isGenuine: true, pictureOfSample)
    }
    highestImpostors = scores.highestImpostors.map {
      Self.comparison($0, isGenuine: false, pictureOfSample)
    }
    let samples = Self.samples(pictureOfSample, of: data)
    people = .allPairs(pictures: samples)
    let wanted = Self.samples(candidates, of: data)
    failedGenuineCount = Self.genuinePairs(wanted) - Self.genuinePairs(samples)
    failedImpostorCount = Self.impostorPairs(wanted) - Self.impostorPairs(samples)
  }

  /// Takes the scores of sets, whose numbers are their first pictures. Sets are made of pictures that gave a template, so
  /// none fails.
  init(_ scores: ReferenceProbeScores, people: ComparedPeople) {
    comparisons = nil
    self.scores = VerificationScores(
      genuine: ScoreDistribution(scores.genuines), impostor: ScoreDistribution(scores.impostors))
    lowestGenuines = scores.lowestGenuines.map { Self.comparison($0, isGenuine: true) }
    highestImpostors = scores.highestImpostors.map { Self.comparison($0, isGenuine: false) }
    self.people = people
    (failedGenuineCount, failedImpostorCount) = (0, 0)
  }

  /// Who was compared with whom, for intervals that draw people.
  func pairs(_ comparisons: [VerificationComparison], of data: VerificationData) -> [ScoredPair] {
    comparisons.compactMap { comparison in
      comparison.score.map {
        ScoredPair(
          score: $0, first: Int32(data.identityOfPicture[comparison.first]),
          second: Int32(data.identityOfPicture[comparison.second]))
      }
    }
  }

  private static func comparison(
    _ pair: AllPairsScores.Pair, isGenuine: Bool, _ pictureOfSample: [Int]
  ) -> VerificationComparison {
    comparison(
      .init(score: pair.score, first: pictureOfSample[pair.first], second: pictureOfSample[pair.second]),
      isGenuine: isGenuine)
  }

  private static func comparison(
    _ pair: AllPairsScores.Pair, isGenuine: Bool
  ) -> VerificationComparison {
    VerificationComparison(
      first: pair.first, second: pair.second, isGenuine: isGenuine, fold: nil,
      score: Float(pair.score.rawValue))
  }

  /// Equal scores keep the order of the protocol.
  private static func ranked(
    _ comparisons: [VerificationComparison], by precedes: (Float, Float) -> Bool
  ) -> [VerificationComparison] {
    comparisons.enumerated().sorted { left, right in
      guard let one = left.element.score, let other = right.element.score, one != other else {
        return left.offset < right.offset
      }
      return precedes(one, other)
    }.map { $0.element }
  }

  private static func samples(_ pictures: some Sequence<Int>, of data: VerificationData) -> [Int] {
    pictures.reduce(into: [Int](repeating: 0, count: data.identities.count)) { counts, picture in
      counts[data.identityOfPicture[picture]] += 1
    }
  }

  private static func genuinePairs(_ samples: [Int]) -> Int {
    samples.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
  }

  private static func impostorPairs(_ samples: [Int]) -> Int {
    let all = samples.reduce(0, +)
    return all * (all - 1) / 2 - genuinePairs(samples)
  }
}
