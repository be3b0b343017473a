/// Whether the face of a frame is the one that was followed until then, as who recognises faces tells.
public enum FaceSameness: Sendable, Equatable {
  /// It is, or nobody was followed before.
  case same
  /// It is another person's.
  case another
  /// It is seen so that nobody can tell.
  case unknown
}
