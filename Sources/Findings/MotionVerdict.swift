/// What the motion of a face says.
public enum MotionVerdict: String, Sendable, CaseIterable, Codable {
  /// It moves as only a head does.
  case live
  /// It moves as a picture does.
  case flat
  /// It has not moved enough to tell.
  case undecided
}
