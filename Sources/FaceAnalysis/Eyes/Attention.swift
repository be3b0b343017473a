import Findings

/// How strict the test of attention is.
public struct AttentionRules: Sendable, Equatable {
  /// Lowest openness (0…1) of the eye that is open wider.
  public var minimumOpenness: Double

  /// Largest angle between the face and the direction to the camera, in degrees.
  public var maximumHeadAngle: Double

  /// Largest angle between the gaze and the direction to the camera, in degrees.
  public var maximumGazeAngle: Double

  /// Makes rules.
  ///
  /// - Parameters:
  ///   - minimumOpenness: 0.5 by default, the border between closed and open eyes.
  ///   - maximumHeadAngle: 30° by default.
  ///   - maximumGazeAngle: 20° by default: three times the error of the estimate, with room for a camera
  ///     beside the screen that the person looks at.
  public init(
    minimumOpenness: Double = 0.5, maximumHeadAngle: Double = 30, maximumGazeAngle: Double = 20
  ) {
    self.minimumOpenness = minimumOpenness
    self.maximumHeadAngle = maximumHeadAngle
    self.maximumGazeAngle = maximumGazeAngle
  }
}

/// Whether a person attends to the camera: eyes open, head and gaze within a cone toward it.
public struct Attention: Sendable, Equatable {
  /// What is missing; empty for an attentive person.
  public let reasons: [Inattention]

  /// Whether nothing is missing.
  public var isAttentive: Bool { reasons.isEmpty }

  init(eyes: Eyes, gaze: Gaze, pose: Pose, rules: AttentionRules) {
    var reasons: [Inattention] = []
    if eyes.openness < rules.minimumOpenness { reasons.append(.eyesClosed) }
    if pose.offAxis > rules.maximumHeadAngle { reasons.append(.headTurnedAway) }
    // The gaze of closed eyes is a guess and would only repeat the first reason.
    if reasons.first != .eyesClosed, gaze.offAxis > rules.maximumGazeAngle { reasons.append(.lookingAway) }
    self.reasons = reasons
  }
}
