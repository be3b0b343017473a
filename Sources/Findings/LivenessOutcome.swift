/// Whether a followed face is taken for a living one.
public enum LivenessOutcome: String, Sendable, CaseIterable, Codable {
  /// What is required has been shown.
  case live
  /// The evidence speaks for an attack, or a challenge was failed.
  case notLive
  /// More frames are needed.
  case undecided
}
