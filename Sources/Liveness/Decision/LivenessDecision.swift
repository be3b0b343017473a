import Findings

/// Whether a followed face is taken for a living one, and why.
public struct LivenessDecision: Sendable, Equatable {
  /// The answer so far.
  public let outcome: LivenessOutcome

  /// What stands in the way, the most important first; empty for a living face.
  public let reasons: [LivenessReason]

  /// What the motion shows.
  public let motion: MotionEvidence

  /// The median of the passive scores, 0 attack … 1 bona fide; `nil` without scores.
  public let passiveScore: Double?

  /// How far the challenge was answered; `nil` where there is none.
  public let challenge: ChallengeState?

  /// The share of the last second's frames in which the person attended to the camera, 0…1.
  public let attentiveShare: Double?

  /// One sentence that says what was wrong and what to do.
  public var explanation: String {
    switch outcome {
    case .live: "a living face"
    case .notLive, .undecided: reasons.first?.description ?? "more frames are needed"
    }
  }
}
