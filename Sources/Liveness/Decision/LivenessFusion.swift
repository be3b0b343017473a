import FaceAnalysis
import Findings

/// Puts the evidence together.
struct LivenessFusion {
  let rules: LivenessRules

  /// What stands in the way in the last frame.
  let obstacle: LivenessReason?

  let motion: MotionEvidence

  /// All verdicts of motion that the track has had since it began.
  let verdicts: Set<MotionVerdict>

  /// The median of the passive scores, and the lowest of them.
  let passiveScore: Double?
  let lowestScore: Double?

  /// What the order of the frames lacks.
  let discontinuity: LivenessReason?

  /// Frames a second; `nil` where there are too few to tell.
  let framesPerSecond: Double?

  let challenge: ChallengeState?
  let attention: AttentionTrack

  /// The decision. What speaks for an attack counts before what is only missing.
  var decision: LivenessDecision {
    let against = rules.requirement == .off ? [] : against
    let missing = rules.requirement == .off ? [] : missing
    let outcome: LivenessOutcome =
      against.isEmpty ? (missing.isEmpty ? .live : .undecided) : .notLive
    return LivenessDecision(
      outcome: outcome, reasons: against + missing, motion: motion, passiveScore: passiveScore,
      challenge: challenge, attentiveShare: attention.share)
  }

  /// What speaks for an attack.
  private var against: [LivenessReason] {
    var reasons: [LivenessReason] = []
    if case .failed(let failure) = challenge, rules.requirement == .challenge {
      reasons.append(.challengeFailed(failure))
    }
    if movesLikePicture { reasons.append(.movesLikePicture) }
    if let passiveScore, passiveScore < rules.passiveThreshold {
      reasons.append(.looksLikeAttack(score: passiveScore))
    } else if let lowestScore, lowestScore < rules.leastPassiveShare * rules.passiveThreshold {
      reasons.append(.looksLikeAttack(score: lowestScore))
    }
    return reasons
  }

  /// Movements that are asked for last longer than the time in which motion is weighed, and a picture that is tilted far
  /// can imitate them: there, every moment counts.
  private var movesLikePicture: Bool {
    switch rules.requirement {
    case .off, .passive: false
    case .motion: motion.verdict == .flat && slowness == nil
    case .challenge: verdicts.contains(.flat)
    }
  }

  /// Frames that are too few to tell motion.
  private var slowness: LivenessReason? {
    guard let framesPerSecond, framesPerSecond < rules.motion.leastFramesPerSecond else { return nil }
    return .tooFewFrames(perSecond: framesPerSecond)
  }

  /// Why nothing is known of the motion: what makes it unknowable before what is only missing.
  private var lackOfMotion: LivenessReason { slowness ?? discontinuity ?? .tooLittleMotion }

  /// What has not been shown yet.
  private var missing: [LivenessReason] {
    var reasons: [LivenessReason] = []
    if let obstacle { reasons.append(obstacle) }
    if rules.requiresAttention, rules.requirement != .challenge, obstacle == nil, !attention.isAttentive,
      let reason = attention.mainReason
    {
      reasons.append(.inattentive(reason))
    }
    switch rules.requirement {
    case .off: break
    case .passive: if passiveScore == nil { reasons.append(.tooFewScores) }
    case .motion:
      if motion.verdict == .undecided || slowness != nil || discontinuity == .framesJump {
        reasons.append(lackOfMotion)
      }
    case .challenge:
      switch challenge {
      case nil: reasons.append(.noChallenge)
      case .waitingForStart: reasons.append(.challengeNotBegun)
      case .due(let step): reasons.append(.challengeDue(step))
      case .passed: if !verdicts.contains(.live) { reasons.append(lackOfMotion) }
      case .failed: break
      }
    }
    return reasons
  }
}
