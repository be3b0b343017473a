/// A movement that a person is asked for. Left and right are the person's own, not those of the picture: who turns the head
/// to the own left shows a face that points to the right of the picture, and has a positive `Pose.yaw`.
public enum ChallengeStep: String, Sendable, CaseIterable, Codable {
  case turnLeft
  case turnRight
  case blink
  case nod

  /// What to do, as a request.
  public var instruction: String {
    switch self {
    case .turnLeft: "turn your head to your left and back"
    case .turnRight: "turn your head to your right and back"
    case .blink: "blink twice"
    case .nod: "nod"
    }
  }
}
