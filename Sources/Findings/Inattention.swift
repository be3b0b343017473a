/// What keeps a person from being attentive.
public enum Inattention: String, Sendable, Codable, CustomStringConvertible {
  case eyesClosed
  case headTurnedAway
  case lookingAway

  /// One sentence with the cure.
  public var description: String {
    switch self {
    case .eyesClosed: "the eyes are closed: open them"
    case .headTurnedAway: "the head is turned away: face the camera"
    case .lookingAway: "the eyes look elsewhere: look at the camera"
    }
  }
}
