/// What is known of life after some frames: what was asked for, the answer, and the evidence behind it.
public struct LivenessFindings: Sendable, Equatable {
  /// What had to be shown.
  public var requirement: LivenessRequirement

  /// The answer; `nil` where frames are judged each for itself.
  public var outcome: LivenessOutcome?

  /// How the face looks, 0 for a print or screen … 1 for a face before the camera; `nil` where that was not looked at.
  public var passiveScore: Double?

  /// What the motion says; `nil` where frames are judged each for itself.
  public var motion: MotionVerdict?

  /// What stands in the way, the most important first.
  public var reasons: [LivenessReason]

  public init(
    requirement: LivenessRequirement, outcome: LivenessOutcome? = nil, passiveScore: Double? = nil,
    motion: MotionVerdict? = nil, reasons: [LivenessReason] = []
  ) {
    self.requirement = requirement
    self.outcome = outcome
    self.passiveScore = passiveScore
    self.motion = motion
    self.reasons = reasons
  }
}
