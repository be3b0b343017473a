/// Why a challenge was not answered.
public enum ChallengeFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The step was not made in time.
  case missing(ChallengeStep)
  /// Another movement was made instead.
  case wrong(ChallengeStep, insteadOf: ChallengeStep)
  /// The person did not look straight into the camera in time.
  case notStarted
  /// The face was lost, or another one came.
  case faceLost

  /// One sentence with the cure.
  public var description: String {
    switch self {
    case .missing(let step): "a movement was missing: \(step.instruction) when asked"
    case .wrong(_, let step):
      "another movement was seen than the one asked for: \(step.instruction) when asked"
    case .notStarted: "the face never looked straight ahead: look at the camera before you begin"
    case .faceLost: "the face was lost during the movements: stay in the picture and try again"
    }
  }
}
