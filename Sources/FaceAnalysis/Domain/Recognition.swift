import Findings

/// What came of embedding a face.
public enum Recognition: Sendable, Equatable {
  /// It can be compared.
  case embedding(Embedding)
  /// A score of it would mean nothing, and why.
  case outsideDomain(QualityReason)
  /// Its points coincide, so that it cannot be aligned.
  case degenerate
}
