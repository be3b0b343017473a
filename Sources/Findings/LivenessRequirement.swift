/// What has to show that a face lives.
public enum LivenessRequirement: String, Sendable, CaseIterable, Codable {
  /// Nothing.
  case off
  /// The look of single frames, by the network for presentation attacks.
  case passive
  /// The motion of the face over a few seconds; the look as well, where there is a score for it.
  case motion
  /// Movements that were asked for, with the motion of a head and never that of a picture; the look as well, where there
  /// is a score for it.
  case challenge
}
