/// A score of two templates, as an ordered list keeps it.
struct RankedPair: Sendable {
  /// What the list ranks by: the score, or the negated score where the lowest are wanted.
  let rank: Float
  /// The lower of the two positions.
  let first: UInt32
  let second: UInt32

  func precedes(_ other: RankedPair) -> Bool {
    if rank != other.rank { return rank > other.rank }
    return first != other.first ? first < other.first : second < other.second
  }
}

/// The pairs of highest rank so far; what is kept does not depend on the order in which they came.
struct RankedPairs: Sendable {
  /// How many are wanted, not negative.
  private let limit: Int
  private let capacity: Int
  private var pairs: [RankedPair] = []

  /// A rank that as many pairs as are wanted certainly reach: a lower one need not be added.
  private(set) var threshold: Float

  init(limit: Int) {
    self.limit = limit
    capacity = limit + max(limit, 64)
    threshold = limit > 0 ? -.infinity : .infinity
  }

  mutating func add(_ pair: RankedPair) {
    guard limit > 0, pair.rank >= threshold else { return }
    pairs.append(pair)
    if pairs.count >= capacity { drop() }
  }

  mutating func add(contentsOf other: RankedPairs) {
    for pair in other.pairs { add(pair) }
  }

  /// The pairs of highest rank, highest first.
  mutating func ranked() -> [RankedPair] {
    drop()
    return pairs
  }

  private mutating func drop() {
    pairs.sort { $0.precedes($1) }
    if pairs.count > limit { pairs.removeLast(pairs.count - limit) }
    if pairs.count == limit, let last = pairs.last { threshold = last.rank }
  }
}
