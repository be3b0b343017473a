import FaceAnalysis
import Findings
import Imaging

/// Watches a recording and decides whether it shows one living face.
///
/// Hand in frame after frame and ask for `decision` as often as you like; it may be known long before the recording ends.
/// Memory does not grow with the number of frames. A watch serves one thread at a time, and its copies share the networks'
/// working memory.
public struct LivenessWatch {
  /// How strict the decision is.
  public let rules: LivenessRules

  /// What the last frame showed; `nil` before the first one.
  public private(set) var lastFrame: TrackedFrame?

  /// The challenge and how far it was answered.
  public private(set) var challenge: ChallengeChecker?

  /// Whether the last frame may prove something: its face attends, follows from the frame before, and is due. Scores of
  /// such frames are the ones to add.
  public private(set) var lastFrameCounts = false

  private var tracker: FaceTracker
  private var continuity = FrameContinuity()
  private var pace = FramePace()
  private var motion: MotionAnalyzer
  private var attention = AttentionTrack()
  private var scores = RingBuffer<Double>(capacity: 32)
  private var verdicts: Set<MotionVerdict> = []
  private var trackNumber = 0

  /// Makes a watch; networks load with the first frame.
  ///
  /// - Parameters:
  ///   - models: The networks.
  ///   - rules: What has to be shown.
  ///   - challenge: What is asked for, where the rules require a challenge; show its steps to the person.
  ///   - tracking: How the face is followed.
  public init(
    models: FaceModels, rules: LivenessRules, challenge: Challenge? = nil,
    tracking: TrackerOptions = TrackerOptions()
  ) {
    self.rules = rules
    tracker = FaceTracker(models: models, options: tracking)
    motion = MotionAnalyzer(rules: rules.motion)
    self.challenge = challenge.map { ChallengeChecker($0, rules: rules.challenge) }
  }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - frame: The picture, upright.
  ///   - timeSeconds: When it was taken, on any clock.
  /// - Returns: What the frame shows, for a passive score or an embedding.
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  @discardableResult
  public mutating func observe(_ frame: Image, timeSeconds: Double) throws(ModelPackError) -> TrackedFrame {
    try observe(frame, timeSeconds: timeSeconds) { (_: Face) throws(ModelPackError) in .same }
  }

  /// Looks at the next frame, and lets only those prove something whose face is the one that the others show.
  ///
  /// - Parameters:
  ///   - frame: The picture, upright.
  ///   - timeSeconds: When it was taken, on any clock.
  ///   - sameness: Asked about the face of each frame that is to count, some nine times a second. Another person's ends the
  ///     track: nothing that was seen before counts any more, and this frame is the first of the next track. One that cannot
  ///     be told proves nothing.
  /// - Returns: What the frame shows, for a passive score; `lastFrameCounts` tells whether it is one that counts.
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  @discardableResult
  public mutating func observe(
    _ frame: Image, timeSeconds: Double, sameness: (Face) throws(ModelPackError) -> FaceSameness
  ) throws(ModelPackError) -> TrackedFrame {
    lastFrameCounts = false
    var tracked = try tracker.observe(frame, timeSeconds: timeSeconds)
    if tracked.trackNumber != trackNumber { begin(tracked.trackNumber) }
    pace.observe(timeSeconds)
    if let face = tracked.face {
      let step = step(to: face, in: frame, tracked)
      if step == .jump { tracked = endTrack(tracked) }
      if counts(face.attention, exceptFor: [.eyesClosed]) { motion.observeLids(tracked) }
      if step != .repeated, counts(face.attention), motion.isDue(timeSeconds: timeSeconds) {
        let sameness = try sameness(face)
        if sameness == .another { tracked = endTrack(tracked) }
        if sameness != .unknown {
          motion.observe(tracked, in: frame)
          lastFrameCounts = true
        }
      }
    }
    verdicts.insert(motion.evidence.verdict)
    if case .unlit = tracked.outcome { return tracked }
    attention.observe(tracked)
    challenge?.observe(tracked)
    lastFrame = tracked
    return tracked
  }

  /// How a face follows from the frame before, where motion is asked for.
  private mutating func step(to face: Face, in frame: Image, _ tracked: TrackedFrame) -> FrameContinuity.Step
  {
    guard rules.requirement == .motion || rules.requirement == .challenge else { return .continuous }
    return continuity.observe(
      face, in: frame, track: tracked.trackNumber, timeSeconds: tracked.timeSeconds)
  }

  /// Whether a frame with this attention may prove something. In a challenge the head turns away.
  private func counts(_ attention: Attention?, exceptFor excuses: [Inattention] = []) -> Bool {
    guard rules.requiresAttention, rules.requirement != .challenge, let attention else { return true }
    return attention.reasons.allSatisfy(excuses.contains)
  }

  private mutating func begin(_ track: Int) {
    trackNumber = track
    motion.begin(track)
    scores.removeAll()
    verdicts.removeAll()
  }

  /// Nothing that was seen before counts any more; the frame is the first of a new track.
  private mutating func endTrack(_ frame: TrackedFrame) -> TrackedFrame {
    begin(tracker.endTrack())
    return TrackedFrame(timeSeconds: frame.timeSeconds, outcome: frame.outcome, trackNumber: trackNumber)
  }

  /// Takes the score of the network for presentation attacks for the face of the last frame.
  ///
  /// - Parameter passiveScore: 0 attack … 1 bona fide; a number that is not finite counts as an attack.
  public mutating func add(passiveScore: Double) {
    scores.append(passiveScore.isFinite ? min(1, max(0, passiveScore)) : 0)
  }

  /// The blinks of the face that is followed.
  public var blinks: [Blink] { motion.blinks.blinks }

  /// The decision after the frames so far.
  public var decision: LivenessDecision {
    LivenessFusion(
      rules: rules, obstacle: obstacle, motion: motion.evidence, verdicts: verdicts,
      passiveScore: medianScore, lowestScore: lowestScore, discontinuity: continuity.reason,
      framesPerSecond: pace.framesPerSecond, challenge: challenge?.state, attention: attention
    ).decision
  }

  private var obstacle: LivenessReason? {
    switch lastFrame?.outcome {
    case nil, .some(.none), .unlit: .noFace
    case .tooSmall(let pixels): .tooSmall(pixels: pixels)
    case .several(let count): .severalFaces(count: count)
    case .poorQuality(_, let reasons): reasons.first.map { .poorQuality($0) }
    case .face: nil
    }
  }

  private var lowestScore: Double? {
    scores.count >= max(1, rules.leastPassiveScores) ? scores.elements.min() : nil
  }

  private var medianScore: Double? {
    guard scores.count >= max(1, rules.leastPassiveScores) else { return nil }
    let sorted = scores.elements.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
