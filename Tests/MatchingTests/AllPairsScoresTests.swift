import TensorKernels
import TestSupport
import Testing

@testable import Matching

@Suite("Scores of all pairs")
struct AllPairsScoresTests {
  /// Samples whose identities are mixed, of one to nine samples each, and one of many.
  static func samples(_ count: Int, dimensions: Int) throws -> [AllPairsScores.Sample] {
    var random = SeededGenerator(seed: UInt64(count + dimensions))
    let people = try (0..<max(1, count / 4)).map { _ in try random.template(dimensions: dimensions) }
    return try (0..<count).map { index in
      let person = index % 3 == 0 ? 0 : Int(random.next() % UInt64(people.count))
      let template =
        index % 17 == 5
        ? people[person] : try random.template(near: people[person], distance: 0.6)
      return AllPairsScores.Sample(template: template, identity: person * 7 - 40)
    }
  }

  /// The scores of each sample and all samples, by a search among samples that are people of their own.
  static func scores(
    _ samples: [AllPairsScores.Sample], _ instructionSet: InstructionSet
  ) throws -> [[Score]] {
    var gallery = Gallery(instructionSet: instructionSet)
    for (index, sample) in samples.enumerated() {
      try gallery.add(sample.template, identity: "\(index)")
    }
    return try gallery.search(samples.map(\.template), count: samples.count).map { found in
      var scores = [Score](repeating: Score(-1), count: samples.count)
      for candidate in found { scores[try #require(Int(candidate.identity))] = candidate.score }
      return scores
    }
  }

  @Test(
    "counts and lists are those of all pairs one by one", arguments: InstructionSet.available,
    [(0, 3), (1, 3), (2, 1), (17, 5), (97, 8), (260, 33)])
  func equalsBruteForce(instructionSet: InstructionSet, size: (Int, Int)) throws {
    let samples = try Self.samples(size.0, dimensions: size.1)
    let all = try Self.scores(samples, instructionSet)
    var impostors: [AllPairsScores.Pair] = []
    var genuines: [AllPairsScores.Pair] = []
    for first in samples.indices {
      for second in first + 1..<max(first + 1, samples.count) {
        let pair = AllPairsScores.Pair(score: all[first][second], first: first, second: second)
        if samples[first].identity == samples[second].identity {
          genuines.append(pair)
        } else {
          impostors.append(pair)
        }
      }
    }
    for count in [0, 1, 40, 100_000] {
      let scores = try AllPairsScores(
        of: samples, listing: count, threads: 2, instructionSet: instructionSet)
      #expect(scores.impostors.total == UInt64(impostors.count))
      #expect(scores.genuines.total == UInt64(genuines.count))
      for (histogram, pairs) in [(scores.impostors, impostors), (scores.genuines, genuines)] {
        let reaching = histogram.countsAtOrAbove
        for index in stride(from: 0, to: ScoreHistogram.thresholdCount, by: 97) {
          let threshold = ScoreHistogram.threshold(index)
          #expect(reaching[index] == UInt64(pairs.filter { $0.score >= threshold }.count))
        }
        #expect(reaching[0] == histogram.total)
      }
      // Scores beyond ±1 are clamped, so the order of pairs at the very ends is not compared.
      let order = { (pair: AllPairsScores.Pair) in (pair.first, pair.second) }
      let highest = impostors.sorted { $0.score != $1.score ? $0.score > $1.score : order($0) < order($1) }
      #expect(scores.highestImpostors.map(\.score) == highest.prefix(count).map(\.score))
      if (highest.first?.score.rawValue ?? 0) < 1 {
        #expect(scores.highestImpostors == Array(highest.prefix(count)))
      }
      let lowest = genuines.sorted { $0.score != $1.score ? $0.score < $1.score : order($0) < order($1) }
      #expect(scores.lowestGenuines.map(\.score) == lowest.prefix(count).map(\.score))
      if count < 100, size.0 > 2 { #expect(scores.lowestGenuines == Array(lowest.prefix(count))) }
    }
  }

  @Test("the number of threads changes nothing")
  func threads() throws {
    let samples = try Self.samples(1000, dimensions: 40)
    let alone = try AllPairsScores(of: samples, listing: 300)
    for threads in [2, 3] {
      let shared = try AllPairsScores(of: samples, listing: 300, threads: threads)
      #expect(shared.impostors == alone.impostors)
      #expect(shared.genuines == alone.genuines)
      #expect(shared.highestImpostors == alone.highestImpostors)
      #expect(shared.lowestGenuines == alone.lowestGenuines)
    }
    #expect(alone.impostors.total + alone.genuines.total == 1000 * 999 / 2)
  }

  @Test("equal scores are listed by position")
  func ties() throws {
    let template = try FaceTemplateTests.template([0.2, 0.9, -0.4])
    let samples = (0..<300).map { AllPairsScores.Sample(template: template, identity: $0 * 31 % 300) }
    let scores = try AllPairsScores(of: samples, listing: 350, threads: 2)
    let expected = (1..<300).map { (0, $0) } + (2..<53).map { (1, $0) }
    #expect(scores.highestImpostors.map { [$0.first, $0.second] } == expected.map { [$0.0, $0.1] })
  }

  @Test("templates of different models are refused")
  func refused() throws {
    let one = try FaceTemplateTests.template([1, 0])
    let other = try FaceTemplateTests.template([1, 0], model: FaceTemplateTests.otherModel)
    let longer = try FaceTemplateTests.template([1, 0, 0])
    for second in [other, longer] {
      #expect(throws: MatchingError.self) {
        try AllPairsScores(of: [one, second].map { AllPairsScores.Sample(template: $0, identity: 1) })
      }
    }
  }
}
