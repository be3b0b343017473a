import FaceAnalysis

/// Puts the evidence together.
struct LivenessFusion {
  let rules: LivenessRules

  /// What stands in the way in the last frame.
  let obstacle: LivenessReason?

  let motion: MotionEvidence
  let passiveScore: Double?
  let challenge: ChallengeState?
  let attention: AttentionTrack

  /// The decision. What speaks for an attack counts before what is only missing.
  var decision: LivenessDecision {
    let against = rules.requirement == .off ? [] : against
    let missing = rules.requirement == .off ? [] : missing
    let outcome: LivenessDecision.Outcome =
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
    if motion.verdict == .flat, rules.requirement != .passive { reasons.append(.movesLikePicture) }
    if let passiveScore, passiveScore < rules.passiveThreshold {
      reasons.append(.looksLikeAttack(score: passiveScore))
    }
    return reasons
  }

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
    case .motion: if motion.verdict == .undecided { reasons.append(.tooLittleMotion) }
    case .challenge:
      switch challenge {
      case nil: reasons.append(.noChallenge)
      case .waitingForStart: reasons.append(.challengeNotBegun)
      case .due(let step): reasons.append(.challengeDue(step))
      case .passed, .failed: break
      }
    }
    return reasons
  }
}
