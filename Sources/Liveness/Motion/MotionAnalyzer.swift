import FaceAnalysis
import Findings
import Imaging

/// Gathers what the motion of a followed face shows. Memory does not grow with the number of frames.
public struct MotionAnalyzer: Sendable {
  /// From which figures on there is a verdict.
  public let rules: MotionRules

  /// The blinks of the track.
  public private(set) var blinks = BlinkDetector()

  private var parallax: ParallaxTracker
  private var frames = RingBuffer<Movement>(capacity: 64)
  private var trackNumber: Int?

  /// What one frame adds to the numbers.
  private struct Movement: Sendable {
    let timeSeconds: Double
    let yaw: Double
    let pitch: Double
    let mouthOpening: Double
  }

  /// When the next frame is due. It runs on by itself, so that as many are taken at any rate: with a shortest time between
  /// two, half of those of a camera that is a little too fast would be passed over.
  private var dueSeconds: Double?

  /// Mean time between two frames that are compared, in seconds, and the shortest.
  private static let frameInterval = 0.11
  private static let shortestInterval = 0.055

  public init(rules: MotionRules = MotionRules()) {
    self.rules = rules
    parallax = ParallaxTracker(windowSeconds: rules.windowSeconds)
  }

  /// Whether a frame of this time is due: those that follow closely say the same.
  public func isDue(timeSeconds: Double) -> Bool {
    guard let dueSeconds else { return true }
    return timeSeconds >= dueSeconds
  }

  /// Takes the lids of the next frame. Frames without a face that counts are passed over; another track begins anew.
  public mutating func observeLids(_ tracked: TrackedFrame) {
    guard let eyes = tracked.face?.eyes else { return }
    begin(tracked.trackNumber)
    blinks.observe(left: eyes.left.lidRatio, right: eyes.right.lidRatio, timeSeconds: tracked.timeSeconds)
  }

  /// Takes the next frame that counts.
  ///
  /// - Parameters:
  ///   - tracked: What the tracker made of the frame. Frames without a face that counts, and those that are not due, are
  ///     passed over; another track begins anew.
  ///   - image: The frame.
  public mutating func observe(_ tracked: TrackedFrame, in image: Image) {
    guard let face = tracked.face else { return }
    begin(tracked.trackNumber)
    guard isDue(timeSeconds: tracked.timeSeconds) else { return }
    dueSeconds = max(
      (dueSeconds ?? tracked.timeSeconds) + Self.frameInterval,
      tracked.timeSeconds + Self.shortestInterval)
    frames.append(
      Movement(
        timeSeconds: tracked.timeSeconds, yaw: face.pose.yaw, pitch: face.pose.pitch,
        mouthOpening: MouthMeasure.opening(face)))
    parallax.observe(face, in: image, timeSeconds: tracked.timeSeconds)
  }

  /// Forgets what another track has shown.
  mutating func begin(_ track: Int) {
    guard trackNumber != track else { return }
    trackNumber = track
    parallax.removeAll()
    frames.removeAll()
    dueSeconds = nil
    blinks = BlinkDetector()
  }

  /// What the last seconds show.
  public var evidence: MotionEvidence {
    let end = frames.last?.timeSeconds ?? 0
    let start = end - rules.windowSeconds
    let recent = frames.elements.filter { $0.timeSeconds >= start }
    // A blink between two frames that count; what comes before the first or after the last may be anybody's.
    let begin = recent.first?.timeSeconds ?? end
    return MotionEvidence(
      samples: parallax.samples.elements.filter { $0.timeSeconds >= start },
      seconds: end - begin,
      turnDegrees: max(Self.range(recent.map(\.yaw)), Self.range(recent.map(\.pitch))),
      mouthChange: Self.range(Self.smoothed(recent.map(\.mouthOpening))),
      blinkCount: blinks.blinks.count { $0.beginSeconds >= begin && $0.endSeconds <= end }, rules: rules)
  }

  private static func range(_ values: [Double]) -> Double {
    guard let lowest = values.min(), let highest = values.max() else { return 0 }
    return highest - lowest
  }

  /// The median of three, so that one frame in which the mesh slips does not count.
  private static func smoothed(_ values: [Double]) -> [Double] {
    guard values.count >= 3 else { return [] }
    return (1..<values.count - 1).map { index in
      let (before, here, after) = (values[index - 1], values[index], values[index + 1])
      return max(min(before, here), min(max(before, here), after))
    }
  }
}
