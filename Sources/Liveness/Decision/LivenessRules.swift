import Findings

/// How strict the decision about liveness is.
public struct LivenessRules: Sendable, Equatable {
  /// What has to be shown.
  public var requirement: LivenessRequirement

  /// Whether the person has to look at the camera. Challenges, in which the head turns away, do not ask for it.
  public var requiresAttention: Bool

  /// The lowest median of the passive scores (0 attack, 1 bona fide) that is taken for bona fide.
  public var passiveThreshold: Double

  /// The share of `passiveThreshold` that the lowest of the passive scores has to reach: a few frames of a picture must not
  /// hide among many of a face.
  public var leastPassiveShare = 0.25

  /// How many passive scores are needed.
  public var leastPassiveScores: Int

  /// From which figures on motion tells a head or a picture.
  public var motion: MotionRules

  /// When the movements of a challenge count.
  public var challenge: ChallengeRules

  /// Makes rules.
  ///
  /// - Parameters:
  ///   - requirement: What has to be shown.
  ///   - requiresAttention: Yes by default.
  ///   - passiveThreshold: One half by default; the model pack's own value belongs here.
  ///   - leastPassiveScores: 3 by default.
  ///   - motion: See `MotionRules`.
  ///   - challenge: See `ChallengeRules`.
  public init(
    requirement: LivenessRequirement, requiresAttention: Bool = true, passiveThreshold: Double = 0.5,
    leastPassiveScores: Int = 3, motion: MotionRules = MotionRules(),
    challenge: ChallengeRules = ChallengeRules()
  ) {
    self.requirement = requirement
    self.requiresAttention = requiresAttention
    self.passiveThreshold = passiveThreshold
    self.leastPassiveScores = leastPassiveScores
    self.motion = motion
    self.challenge = challenge
  }
}
