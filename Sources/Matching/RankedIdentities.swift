/// A score and whose it is in one number that sorts as they do: by score, at equal scores the identity added first is
/// the greater one.
struct RankedIdentity: Comparable, Sendable {
  private let key: UInt64

  init(score: Float, identity: UInt32) {
    // The sum turns -0 into 0; then flipping the bits of negative numbers makes their patterns rise with them.
    let bits = (score + 0).bitPattern
    let rising = bits >> 31 == 0 ? bits | 0x8000_0000 : ~bits
    key = UInt64(rising) << 32 | UInt64(~identity)
  }

  var score: Float {
    let rising = UInt32(truncatingIfNeeded: key >> 32)
    return Float(bitPattern: rising >> 31 == 1 ? rising & 0x7FFF_FFFF : ~rising)
  }

  var identity: UInt32 { ~UInt32(truncatingIfNeeded: key) }

  static func < (left: RankedIdentity, right: RankedIdentity) -> Bool { left.key < right.key }
}

/// The best identities so far, each with its best score.
///
/// A short list is kept in order; a long one gathers entries until there are twice as many as wanted, then the worse
/// half goes. What is kept does not depend on the order in which they came.
struct RankedIdentities: Sendable {
  /// Lists up to this length are kept in order: inserting moves a few cache lines.
  private static let longestOrdered = 128

  /// How many are wanted, at least one.
  private let limit: Int
  /// In order, best first and one per identity, in a short list.
  private var entries: [RankedIdentity] = []

  /// A score that is certainly reached by as many identities as are wanted: a lower one need not be added.
  private(set) var threshold = -Float.infinity

  init(limit: Int) {
    self.limit = limit
  }

  private var isOrdered: Bool { limit <= Self.longestOrdered }

  mutating func add(_ entry: RankedIdentity) {
    if isOrdered {
      insert(entry)
    } else {
      entries.append(entry)
      if entries.count >= 2 * limit { drop() }
    }
  }

  mutating func add(contentsOf other: RankedIdentities) {
    for entry in other.entries { add(entry) }
  }

  /// The best, best first; at most as many as are wanted.
  mutating func ranked() -> [RankedIdentity] {
    if !isOrdered { drop() }
    return entries
  }

  private mutating func insert(_ entry: RankedIdentity) {
    if entries.count == limit, let last = entries.last, entry < last { return }
    if let known = entries.firstIndex(where: { $0.identity == entry.identity }) {
      guard entries[known] < entry else { return }
      entries.remove(at: known)
    }
    entries.insert(entry, at: entries.firstIndex { $0 < entry } ?? entries.count)
    if entries.count > limit { entries.removeLast() }
    noteThreshold()
  }

  private mutating func drop() {
    entries.sort(by: >)
    var seen: Set<UInt32> = []
    var kept: [RankedIdentity] = []
    for entry in entries where kept.count < limit && seen.insert(entry.identity).inserted {
      kept.append(entry)
    }
    entries = kept
    noteThreshold()
  }

  private mutating func noteThreshold() {
    if entries.count == limit, let last = entries.last { threshold = last.score }
  }
}
