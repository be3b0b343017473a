import Formats

/// A verification protocol that lists its comparisons: pairs of pictures, and whether they show one person.
package struct PairList: Sendable {
  /// A comparison.
  package struct Pair: Hashable, Sendable {
    /// Positions in `pictures`.
    package let first: Int
    package let second: Int
    package let isGenuine: Bool
    /// A position in `folds`; nothing where the protocol has none.
    package let fold: Int?
  }

  /// The pictures that the pairs name, each once.
  package let pictures: [Path]
  package let pairs: [Pair]
  /// The names of the folds in their order; empty where there are none.
  package let folds: [String]
  /// For each picture, a position in `identities`.
  package let identityOfPicture: [Int]
  /// Who is in the data set.
  package let identities: [String]
  /// Whether `identities` are people, as the protocol says who is who. Otherwise they are groups of pictures that genuine
  /// pairs connect, and two groups may show one person.
  package let identitiesAreKnown: Bool
  /// Rows that were left out.
  package let problems: [RowProblem]

  package var genuineCount: Int { pairs.count { $0.isGenuine } }

  init(_ builder: PairListBuilder, identityNames: [String?]?) {
    let pictures = builder.pictures.paths
    self.pictures = pictures
    pairs = builder.pairs
    folds = builder.folds.names
    problems = builder.problems
    var names = ListedNames()
    if let identityNames {
      identityOfPicture = zip(pictures, identityNames).map { names.position(of: $1 ?? $0.text) }
      identitiesAreKnown = true
    } else {
      var groups = ConnectedGroups(count: pictures.count)
      for pair in pairs where pair.isGenuine { groups.connect(pair.first, pair.second) }
      identityOfPicture = pictures.indices.map { position in
        names.position(of: pictures[groups.leader(of: position)].text)
      }
      identitiesAreKnown = false
    }
    identities = names.names
  }
}

/// Collects the rows of a list of pairs, and refuses those that say nothing.
struct PairListBuilder {
  private(set) var pictures = ListedPictures()
  private(set) var pairs: [PairList.Pair] = []
  private(set) var folds = ListedNames()
  private(set) var problems: [RowProblem] = []
  private var seen: [PicturePair: (line: Int, isGenuine: Bool)] = [:]

  /// Two pictures, the earlier one first.
  private struct PicturePair: Hashable {
    let first: Int
    let second: Int
  }

  mutating func refuse(line: Int, _ cause: String) {
    problems.append(RowProblem(line: line, cause: cause))
  }

  /// Adds a pair; returns the positions of its pictures, or nothing if the row was left out.
  mutating func add(_ first: Path, _ second: Path, isGenuine: Bool, fold: String?, line: Int) -> (Int, Int)? {
    guard !first.bytes.isEmpty, !second.bytes.isEmpty else {
      refuse(line: line, "a path is missing")
      return nil
    }
    guard first != second else {
      refuse(line: line, "\(first) is paired with itself")
      return nil
    }
    let (one, other) = (pictures.position(of: first), pictures.position(of: second))
    let key = PicturePair(first: min(one, other), second: max(one, other))
    if let earlier = seen[key] {
      refuse(
        line: line,
        earlier.isGenuine == isGenuine
          ? "the same pair as in line \(earlier.line)" : "contradicts line \(earlier.line), which counts")
      return nil
    }
    seen[key] = (line, isGenuine)
    pairs.append(
      PairList.Pair(
        first: one, second: other, isGenuine: isGenuine,
        fold: fold.flatMap { $0.isEmpty ? nil : folds.position(of: $0) }))
    return (one, other)
  }
}
