import Findings

/// How far a challenge has been answered.
public enum ChallengeState: Sendable, Equatable {
  /// The person has to look straight into the camera first.
  case waitingForStart
  /// This step is due.
  case due(ChallengeStep)
  /// All steps were made.
  case passed
  case failed(ChallengeFailure)
}
