/// A part of a data set, so that several programs can share the work: every `count`-th picture from `index` on.
package struct Shard: Hashable, Sendable {
  /// 1…`count`.
  package let index: Int
  package let count: Int

  /// - Returns: `nil` unless 1 ≤ index ≤ count.
  package init?(index: Int, count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// The shard's share of things.
  package func part<Element>(of all: [Element]) -> [Element] {
    stride(from: index - 1, to: all.count, by: count).map { all[$0] }
  }
}
