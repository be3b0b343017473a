/// A comparison of two pictures and its score.
package struct VerificationComparison: Hashable, Sendable {
  /// Positions of the pictures in the data set.
  package let first: Int
  package let second: Int
  package let isGenuine: Bool
  /// A position in the names of the folds; `nil` where there are none.
  package let fold: Int?
  /// How alike the faces are; `nil` where one of the pictures gave no template.
  package let score: Float?
}
