import FaceAnalysis
import Findings
import Imaging
import Testing

@testable import Liveness

struct LivenessDecisionTests {
  static func decision(
    _ requirement: LivenessRequirement, motion: MotionEvidence, score: Double? = nil,
    lowest: Double? = nil, challenge: ChallengeState? = nil, obstacle: LivenessReason? = nil,
    earlier: Set<MotionVerdict> = [], discontinuity: LivenessReason? = nil, framesPerSecond: Double? = 30
  ) -> LivenessDecision {
    LivenessFusion(
      rules: LivenessRules(requirement: requirement), obstacle: obstacle, motion: motion,
      verdicts: earlier.union([motion.verdict]), passiveScore: score,
      lowestScore: lowest ?? score, discontinuity: discontinuity, framesPerSecond: framesPerSecond,
      challenge: challenge,
      attention: AttentionTrack()
    ).decision
  }

  static let live = MotionEvidenceTests.evidence(
    MotionEvidenceTests.samples(turning: 8, share: 1), turn: 16)
  static let flat = MotionEvidenceTests.evidence(
    MotionEvidenceTests.samples(turning: 8, share: 0), turn: 16)
  static let still = MotionEvidenceTests.evidence([], turn: 0)

  @Test("nothing is asked of anybody when liveness is off")
  func off() {
    #expect(Self.decision(.off, motion: Self.flat, score: 0, obstacle: .noFace).outcome == .live)
  }

  @Test(
    "the look alone decides what is passive",
    arguments: [(nil, "undecided"), (0.9, "live"), (0.1, "notLive")] as [(Double?, String)])
  func passive(score: Double?, outcome: String) {
    for motion in [Self.live, Self.flat, Self.still] {
      #expect(Self.decision(.passive, motion: motion, score: score).outcome.rawValue == outcome)
    }
  }

  @Test("motion needs the motion of a head, and no bad look")
  func motion() {
    #expect(Self.decision(.motion, motion: Self.live).outcome == .live)
    #expect(Self.decision(.motion, motion: Self.live, score: 0.9).outcome == .live)
    #expect(Self.decision(.motion, motion: Self.live, score: 0.1).outcome == .notLive)
    #expect(Self.decision(.motion, motion: Self.still, score: 0.9).reasons == [.tooLittleMotion])
    #expect(Self.decision(.motion, motion: Self.still).outcome == .undecided)
    #expect(Self.decision(.motion, motion: Self.flat, score: 0.9).reasons == [.movesLikePicture])
    #expect(Self.decision(.motion, motion: Self.flat).outcome == .notLive)
    #expect(Self.decision(.motion, motion: Self.live, obstacle: .noFace).outcome == .undecided)
  }

  @Test("a few frames that look like a picture do not hide among those of a face")
  func worstLook() {
    let threshold = LivenessRules(requirement: .motion).passiveThreshold
    for requirement in [LivenessRequirement.motion, .passive] {
      let hidden = Self.decision(requirement, motion: Self.live, score: 0.95, lowest: threshold / 10)
      #expect(hidden.reasons == [.looksLikeAttack(score: threshold / 10)])
      #expect(hidden.outcome == .notLive)
      #expect(
        Self.decision(requirement, motion: Self.live, score: 0.95, lowest: threshold / 2).outcome == .live)
    }
  }

  @Test("frames that are too few tell neither a head nor a picture", arguments: [1.0, 2, 2.5])
  func slow(rate: Double) {
    for motion in [Self.live, Self.flat, Self.still] {
      let decision = Self.decision(.motion, motion: motion, framesPerSecond: rate)
      #expect(decision.outcome == .undecided)
      #expect(decision.reasons == [.tooFewFrames(perSecond: rate)])
    }
    #expect(Self.decision(.motion, motion: Self.live, framesPerSecond: 3).outcome == .live)
    #expect(Self.decision(.passive, motion: Self.still, score: 0.9, framesPerSecond: rate).outcome == .live)
  }

  @Test("frames that jump prove nothing, and what is missing says so")
  func jumping() {
    #expect(Self.decision(.motion, motion: Self.live, discontinuity: .framesJump).reasons == [.framesJump])
    #expect(
      Self.decision(.motion, motion: Self.still, discontinuity: .framesRepeat).reasons == [.framesRepeat])
    #expect(Self.decision(.motion, motion: Self.live, discontinuity: .framesRepeat).outcome == .live)
  }

  @Test("a challenge needs its steps, and nothing that speaks for a picture")
  func challenge() {
    #expect(Self.decision(.challenge, motion: Self.live).reasons == [.noChallenge])
    #expect(
      Self.decision(.challenge, motion: Self.live, challenge: .due(.nod)).reasons == [.challengeDue(.nod)])
    #expect(Self.decision(.challenge, motion: Self.live, challenge: .passed).outcome == .live)
    #expect(Self.decision(.challenge, motion: Self.flat, challenge: .passed).outcome == .notLive)
    #expect(Self.decision(.challenge, motion: Self.live, score: 0.2, challenge: .passed).outcome == .notLive)
    // What was seen earlier in the track counts as well.
    let passed = Self.decision(.challenge, motion: Self.still, challenge: .passed)
    #expect(passed.reasons == [.tooLittleMotion])
    #expect(
      Self.decision(.challenge, motion: Self.still, challenge: .passed, earlier: [.live]).outcome == .live)
    #expect(
      Self.decision(.challenge, motion: Self.live, challenge: .passed, earlier: [.flat]).reasons
        == [.movesLikePicture])
    #expect(Self.decision(.motion, motion: Self.live, earlier: [.flat]).outcome == .live)
    let failed = Self.decision(.challenge, motion: Self.live, challenge: .failed(.missing(.blink)))
    #expect(failed.outcome == .notLive)
    #expect(failed.explanation == ChallengeFailure.missing(.blink).description)
  }

  @Test("a watch over a still portrait stays undecided and says what to do")
  func watch() throws {
    let portrait = try Sample.portrait("astronaut.png")
    var watch = LivenessWatch(
      models: try Bundled.models(), rules: LivenessRules(requirement: .motion))
    #expect(watch.decision.reasons.first == .noFace)
    for index in 0..<12 {
      let frame = try watch.observe(portrait.image, timeSeconds: Double(index) * 0.12)
      #expect(frame.face != nil)
    }
    #expect(watch.decision.outcome == .undecided)
    #expect(watch.decision.reasons == [.tooLittleMotion])
    #expect(watch.decision.attentiveShare == 1)
    #expect(watch.decision.explanation.contains("turn the head"))
    for score in [0.1, .nan, 0.2] { watch.add(passiveScore: score) }
    #expect(watch.decision.outcome == .notLive)
    #expect(watch.decision.passiveScore == 0.1)
    // Another face does not inherit the scores.
    for time in [1.5, 1.55] { try watch.observe(Image(width: 480, height: 480), timeSeconds: time) }
    #expect(watch.decision.reasons.contains(.noFace))
    try watch.observe(portrait.image, timeSeconds: 1.6)
    #expect(watch.decision.passiveScore == nil)
  }

  @Test("a challenge that nobody answers fails in the watch")
  func unanswered() throws {
    let portrait = try Sample.portrait()
    let challenge = try #require(Challenge(steps: [.turnLeft]))
    var rules = LivenessRules(requirement: .challenge)
    rules.challenge.secondsPerStep = 1
    var watch = LivenessWatch(models: try Bundled.models(), rules: rules, challenge: challenge)
    var reasons: [LivenessReason] = []
    for index in 0..<12 {
      try watch.observe(portrait.image, timeSeconds: Double(index) * 0.2)
      reasons += watch.decision.reasons
    }
    #expect(reasons.contains(.challengeNotBegun) && reasons.contains(.challengeDue(.turnLeft)))
    #expect(watch.decision.outcome == .notLive)
    #expect(watch.decision.reasons.first == .challengeFailed(.missing(.turnLeft)))
  }

  @Test("every reason has a sentence with a cure and a name of its own")
  func sentences() {
    let reasons: [LivenessReason] = [
      .noFace, .tooSmall(pixels: 9), .severalFaces(count: 2), .poorQuality(.dark(brightness: 9)),
      .inattentive(.eyesClosed), .movesLikePicture, .looksLikeAttack(score: 0.1), .tooLittleMotion,
      .tooFewScores, .tooFewFrames(perSecond: 1.5), .framesJump, .framesRepeat, .challengeNotBegun,
      .challengeDue(.nod), .challengeFailed(.faceLost), .noChallenge,
    ]
    #expect(Set(reasons.map(\.name)).count == reasons.count)
    #expect(reasons.allSatisfy { $0.description.contains(": ") })
  }
}
