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
    /// Sets of pictures that are drawn from those of each person.
    case sets(PictureSets)
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

  /// The same people, of whom sets of pictures are compared.
  ///
  /// - Returns: `nil` where it is not known who is who.
  package func compared(in sets: PictureSets) -> VerificationData? {
    identitiesAreKnown ? VerificationData(self, comparing: .sets(sets)) : nil
  }

  private init(_ other: VerificationData, comparing comparisons: Comparisons) {
    pictures = other.pictures
    identityOfPicture = other.identityOfPicture
    identities = other.identities
    identitiesAreKnown = other.identitiesAreKnown
    self.comparisons = comparisons
    folds = []
    problems = other.problems
  }

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
