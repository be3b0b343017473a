/// Pairs of one kind, in the order in which a threshold moving towards them turns them into errors: impostors by
/// falling score, genuine pairs by rising score.
struct ResampledPairs: Sendable {
  let scores: [Float]
  private let first: [Int32]
  /// The other identity, where a pair is drawn only together with it.
  private let second: [Int32]?
  /// Whether there are no pairs but these.
  let isComplete: Bool

  /// Impostor pairs: a pair counts as often as its two identities do together.
  init(impostors pairs: [ScoredPair], of participants: Participants, isComplete: Bool) {
    let ordered = pairs.sorted { $0.score.finiteScore > $1.score.finiteScore }
    scores = ordered.map(\.score.finiteScore)
    first = ordered.map { participants.position(of: $0.first) }
    second = ordered.map { participants.position(of: $0.second) }
    self.isComplete = isComplete
  }

  /// Genuine pairs: a pair counts as often as its identity.
  init(genuines pairs: [ScoredPair], of participants: Participants, isComplete: Bool) {
    let ordered = pairs.sorted { $0.score.finiteScore < $1.score.finiteScore }
    scores = ordered.map(\.score.finiteScore)
    first = ordered.map { participants.position(of: $0.first) }
    second = nil
    self.isComplete = isComplete
  }

  /// How many pairs the first n ones count as together, for every n from 0 to all of them.
  func sums(_ weights: [Int]) -> [Int] {
    var sums: [Int] = []
    sums.reserveCapacity(scores.count + 1)
    var sum = 0
    sums.append(sum)
    if let second {
      for index in first.indices {
        sum += weights[Int(first[index])] * weights[Int(second[index])]
        sums.append(sum)
      }
    } else {
      for identity in first {
        sum += weights[Int(identity)]
        sums.append(sum)
      }
    }
    return sums
  }
}

/// The identities that take part, numbered anew in their order.
struct Participants {
  private let positions: [Int32]
  let count: Int

  /// - Parameter takesPart: For each identity, whether it does.
  init(_ takesPart: [Bool]) {
    var next: Int32 = 0
    positions = takesPart.map { isPresent in
      defer { if isPresent { next += 1 } }
      return next
    }
    count = Int(next)
  }

  /// The new number of an identity that takes part.
  func position(of identity: Int32) -> Int32 { positions[Int(identity)] }
}
