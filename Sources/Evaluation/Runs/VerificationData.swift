import Formats
import Platform

/// What a verification compares, whichever protocol says so.
package struct VerificationData: Sendable {
  /// Which pictures are compared.
  package enum Comparisons: Sendable {
    /// Those that a list names.
    case listed([PairList.Pair])
    /// Every picture with every other one.
    case all
  }

  package let pictures: [Path]
  /// For each picture, a position in `identities`.
  package let identityOfPicture: [Int]
  package let identities: [String]
  /// Whether `identities` are people, and no two of them the same.
  package let identitiesAreKnown: Bool
  package let comparisons: Comparisons
  /// The names of the folds in their order; empty where there are none.
  package let folds: [String]
  /// What was left out of the data set, and why.
  package let problems: [RowProblem]

  package init(_ list: PairList) {
    pictures = list.pictures
    identityOfPicture = list.identityOfPicture
    identities = list.identities
    identitiesAreKnown = list.identitiesAreKnown
    comparisons = .listed(list.pairs)
    folds = list.folds
    problems = list.problems
  }

  package init(_ folders: IdentityFolders) {
    pictures = folders.pictures
    identityOfPicture = folders.identityOfPicture
    identities = folders.identities
    identitiesAreKnown = true
    comparisons = .all
    folds = []
    problems = folders.problems
  }
}
