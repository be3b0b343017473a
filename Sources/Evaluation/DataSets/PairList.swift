import Formats
import Platform

/// A verification protocol that lists its comparisons: pairs of pictures, and whether they show one person.
package struct PairList: Sendable {
  /// A comparison.
  package struct Pair: Hashable, Sendable {
    /// Positions in `pictures`.
    package let first: Int
    package let second: Int
    package let isGenuine: Bool
    /// A position in `folds`; `nil` where the protocol has none.
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

  init(_ builder: PairListBuilder, _ people: ListedIdentities, problems: [RowProblem]) {
    pictures = builder.pictures.paths
    pairs = builder.pairs
    folds = builder.folds.names
    self.problems = problems
    identityOfPicture = people.ofPicture
    identities = people.names
    identitiesAreKnown = people.areKnown
  }
}

/// Collects the pairs of a list.
struct PairListBuilder {
  private(set) var pictures = ListedPictures()
  private(set) var pairs: [PairList.Pair] = []
  private(set) var folds = ListedNames()
  private var seen: [PicturePair: (line: Int, isGenuine: Bool)] = [:]

  /// Two pictures, the earlier one first.
  private struct PicturePair: Hashable {
    let first: Int
    let second: Int
  }

  /// Adds a pair, unless it says nothing or says it again.
  ///
  /// - Parameter objection: Why the row contradicts itself or what is known; `nil` where it does not.
  mutating func add(
    _ first: Path, _ second: Path, isGenuine: Bool, fold: String?, line: Int, objection: RowRefusal?
  ) throws(RowRefusal) {
    guard !first.bytes.isEmpty, !second.bytes.isEmpty else { throw .missingPath }
    guard first.withoutDetours != second.withoutDetours else { throw .pairedWithItself(first) }
    if let objection { throw objection }
    let (one, other) = (pictures.position(of: first), pictures.position(of: second))
    let key = PicturePair(first: min(one, other), second: max(one, other))
    if let earlier = seen[key] {
      throw earlier.isGenuine == isGenuine
        ? .repeatedPair(line: earlier.line) : .contradictedPair(line: earlier.line)
    }
    seen[key] = (line, isGenuine)
    pairs.append(
      PairList.Pair(
        first: one, second: other, isGenuine: isGenuine,
        fold: fold.flatMap { $0.isEmpty ? nil : folds.position(of: $0) }))
  }
}
