/// The score of two pictures, and whose they are.
public struct ScoredPair: Hashable, Sendable {
  /// How alike they are: a cosine, −1…1.
  public let score: Float

  /// Whose picture the first one is: a position in a list of identities.
  public let first: Int32

  /// Whose picture the second one is; the same as `first` for a genuine pair.
  public let second: Int32

  public init(score: Float, first: Int32, second: Int32) {
    self.score = score
    self.first = first
    self.second = second
  }
}
