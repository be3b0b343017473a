import Capture
import FaceAnalysis
import Findings
import Imaging
import Liveness
import Matching
import Policy
import Store

/// Reads the frames of a recording or camera one after the other: follows the face and watches whether it lives.
package struct LiveReader: FaceReading {
  /// What was found out about life so far; `nil` before the first frame.
  package private(set) var decision: LivenessDecision?

  private let models: FaceModels
  private let analyzer: FaceAnalyzer
  package let requirement: LivenessRequirement
  private let requiresAttention: Bool
  private let challenge: Challenge?
  private var watch: LivenessWatch?
  private var passive: PresentationAttackEstimator?
  private var seen: (face: Face, frame: Image)?
  private var identity = FollowedIdentity()

  /// The template of the last frame, where it is one that counts.
  private var counted: FaceTemplate?

  private var clock = FrameClock()
  package private(set) var track = 0
  /// When the track began, and how many of its frames count.
  private var trackStart = 0.0
  private var countedFrames = 0

  /// Seconds of watching after which the person is told what helps.
  private static let patienceSeconds = 3.0
  /// Of the frames that count the first are all judged by their looks, later ones twice a second.
  private static let scoredFrames = 3
  private static let scoreInterval = 4

  /// Takes networks; those that are needed load with the first frame.
  ///
  /// - Parameters:
  ///   - requirement: What has to show that the face lives.
  ///   - requiresAttention: Whether frames in which nobody looks at the camera are missing something.
  ///   - challenge: The movements that are asked for, where a challenge is required; drawn anew for each try by default.
  package init(
    models: FaceModels, requirement: LivenessRequirement, requiresAttention: Bool, challenge: Challenge? = nil
  ) {
    self.models = models
    self.requirement = requirement
    self.requiresAttention = requiresAttention
    self.challenge = challenge
    analyzer = FaceAnalyzer(models: models, options: AnalysisOptions(includesEyes: false))
  }

  package var findings: LivenessFindings? {
    LivenessFindings(
      requirement: requirement, outcome: decision?.outcome, passiveScore: decision?.passiveScore,
      motion: decision?.motion.verdict, reasons: decision?.reasons ?? [])
  }

  package var neededSeconds: Double {
    guard requirement == .challenge else { return 0 }
    let rules = LivenessRules(requirement: requirement).challenge
    return challenge.map { rules.longestSeconds(stepCount: $0.steps.count) } ?? rules.longestSeconds()
  }

  package var modelHash: String { models.pack.embedding.file.sha256 }

  package mutating func begin() {
    (decision, watch, seen, counted) = (nil, nil, nil, nil)
    (track, trackStart, countedFrames) = (0, 0, 0)
    identity = FollowedIdentity()
  }

  package mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
    do throws(ModelPackError) {
      return try observe(frame.image, timeSeconds: clock.seconds(of: frame))
    } catch {
      throw EngineFailure(.models, error.description)
    }
  }

  package mutating func template() throws(EngineFailure) -> TemplateReading {
    if let counted { return .template(counted) }
    return try analyzer.template(ofSeen: seen)
  }

  package var isCompared: Bool { counted != nil }

  package var liveness: LivenessReading {
    guard requirement != .off else { return .sufficient }
    guard let decision else { return .undecided(advice: nil) }
    if decision.outcome == .live { return .sufficient }
    // The next movement of a challenge is asked for at once, everything else when watching alone has not helped.
    let isDue = requirement == .challenge || clock.last - trackStart > Self.patienceSeconds
    return .undecided(advice: isDue ? decision.reasons.first : nil)
  }

  private mutating func observe(_ image: Image, timeSeconds: Double) throws(ModelPackError)
    -> FaceReadingOutcome
  {
    if watch == nil { watch = try newWatch() }
    guard var watch else { return .unusable(.noFace) }
    var (identity, counted, outside) = (identity, nil as FaceTemplate?, nil as Obstacle?)
    let analyzer = analyzer
    let tracked = try watch.observe(image, timeSeconds: timeSeconds) {
      (face: Face) throws(ModelPackError) in
      switch try analyzer.template(of: face, in: image) {
      case .template(let template):
        counted = template
        return identity.takes(template) ? .same : .another
      case .unusable(let obstacle):
        outside = obstacle
        return .unknown
      }
    }
    (self.identity, self.counted) = (identity, counted)
    if tracked.trackNumber != track {
      (track, trackStart, countedFrames) = (tracked.trackNumber, timeSeconds, 0)
    }
    seen = tracked.face.map { ($0, image) }
    if let face = tracked.face, watch.lastFrameCounts, requirement != .off {
      if let passive, countedFrames < Self.scoredFrames || countedFrames % Self.scoreInterval == 0 {
        watch.add(passiveScore: try passive.score(of: face, in: image))
      }
      countedFrames += 1
    }
    let decision = watch.decision
    self.watch = watch
    self.decision = decision
    if requirement != .off, decision.outcome == .notLive, !isTooEarly(decision) {
      return .notLive(decision.reasons.first ?? .movesLikePicture)
    }
    if let outside { return .unusable(outside) }
    switch tracked.outcome {
    case .face(let face):
      return .face(quality: face.quality.overall, inattention: face.attention?.reasons.first)
    case .none: return .unusable(.noFace)
    case .tooSmall(let pixels):
      return .unusable(.tooSmall(eyeDistance: pixels))
    case .several(let count): return .several(count: count)
    case .unlit(let brightness):
      return .unusable(.poorQuality([.dark(brightness: brightness)]))
    case .poorQuality(_, let reasons):
      return .unusable(.poorQuality(reasons))
    }
  }

  /// A head may move like a picture for a moment: motion says so only of a whole window. What the looks say holds at once.
  private func isTooEarly(_ decision: LivenessDecision) -> Bool {
    guard requirement == .motion, clock.last - trackStart < Self.patienceSeconds else { return false }
    return !decision.reasons.contains { reason in
      if case .looksLikeAttack = reason { true } else { false }
    }
  }

  /// Loads what is needed before the first frame is looked at.
  private mutating func newWatch() throws(ModelPackError) -> LivenessWatch {
    var rules = LivenessRules(requirement: requirement, requiresAttention: requiresAttention)
    // How a face looks counts wherever the pack has a network that can tell.
    if requirement != .off, requirement == .passive || models.pack.presentationAttack != nil {
      let estimator = if let passive { passive } else { try PresentationAttackEstimator(models: models) }
      rules.passiveThreshold = estimator.threshold
      passive = estimator
    }
    var generator = SystemRandomNumberGenerator()
    let movements = requirement == .challenge ? challenge ?? Challenge(using: &generator) : nil
    return LivenessWatch(models: models, rules: rules, challenge: movements)
  }
}
