import FaceAnalysis
import Findings
import Imaging

/// Compares the frames of one track with earlier ones. Holds a few key frames and the last samples, however long the
/// track gets.
struct ParallaxTracker: Sendable {
  private(set) var samples = RingBuffer<ParallaxSample>(capacity: 64)
  private var keys = RingBuffer<Keyframe>(capacity: 6)

  /// Shortest time between two key frames, in seconds.
  private static let keyInterval = 0.5

  /// The turn between compared frames in degrees that is aimed at. More shows more depth, but too much hides one side of
  /// the nose and changes the light.
  private static let largestTurn = 12.0

  /// Longest time between compared frames.
  let windowSeconds: Double

  init(windowSeconds: Double) {
    self.windowSeconds = windowSeconds
  }

  /// Takes the next frame of the track.
  mutating func observe(_ face: Face, in image: Image, timeSeconds: Double) {
    if let key = best(for: face.pose, timeSeconds),
      let sample = ParallaxSample(of: face, in: image, timeSeconds: timeSeconds, against: key)
    {
      samples.append(sample)
    }
    let isDue = keys.last.map { timeSeconds - $0.timeSeconds >= Self.keyInterval } ?? true
    if isDue, let key = Keyframe(face, in: image, timeSeconds: timeSeconds) { keys.append(key) }
  }

  mutating func removeAll() {
    samples.removeAll()
    keys.removeAll()
  }

  /// The key frame from which the head has turned most without having turned too far.
  private func best(for pose: Pose, _ timeSeconds: Double) -> Keyframe? {
    let recent = keys.elements.filter { timeSeconds - $0.timeSeconds <= windowSeconds }
    let near = recent.filter { $0.turn(to: pose) <= Self.largestTurn }
    return near.max { $0.turn(to: pose) < $1.turn(to: pose) }
      ?? recent.min { $0.turn(to: pose) < $1.turn(to: pose) }
  }
}
