import FaceAnalysis
import Findings

/// What a challenge looks at in one frame.
public struct HeadSample: Sendable, Equatable {
  /// When the frame was taken, in seconds.
  public var timeSeconds: Double

  /// `TrackedFrame.trackNumber`.
  public var trackNumber: Int

  /// Degrees to the person's left, see `Pose.yaw`.
  public var yaw: Double

  /// Degrees upwards, see `Pose.pitch`.
  public var pitch: Double

  /// `Eye.lidRatio` of the person's left eye.
  public var leftLid: Double

  /// `Eye.lidRatio` of the person's right eye.
  public var rightLid: Double

  public init(
    timeSeconds: Double, trackNumber: Int, yaw: Double, pitch: Double, leftLid: Double, rightLid: Double
  ) {
    self.timeSeconds = timeSeconds
    self.trackNumber = trackNumber
    self.yaw = yaw
    self.pitch = pitch
    self.leftLid = leftLid
    self.rightLid = rightLid
  }

  /// - Returns: `nil` for a frame without a face that is followed, or whose eyes were left out.
  public init?(_ frame: TrackedFrame) {
    let face: Face
    switch frame.outcome {
    // A head that turns is blurred and hides one side; it is still the same head.
    case .face(let seen), .poorQuality(let seen, _): face = seen
    case .none, .unlit, .tooSmall, .several: return nil
    }
    guard let eyes = face.eyes else { return nil }
    self.init(
      timeSeconds: frame.timeSeconds, trackNumber: frame.trackNumber, yaw: face.pose.yaw,
      pitch: face.pose.pitch, leftLid: eyes.left.lidRatio, rightLid: eyes.right.lidRatio)
  }
}
