/// Things that are connected with each other, directly or through others (union–find, Tarjan 1975).
struct ConnectedGroups {
  private var parents: [Int]

  init(count: Int) {
    parents = Array(0..<count)
  }

  mutating func connect(_ one: Int, _ other: Int) {
    let (first, second) = (leader(of: one), leader(of: other))
    // The earlier one leads, so that the outcome does not depend on the order of connections.
    parents[max(first, second)] = min(first, second)
  }

  /// The first thing of the group that something belongs to.
  mutating func leader(of index: Int) -> Int {
    var place = index
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }
}
