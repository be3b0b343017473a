import Imaging

/// Where a person looks, relative to the camera's axis.
public struct Gaze: Sendable, Equatable {
  /// Degrees to the side, -90…90: positive to the right of the picture, which is the person's left.
  public let yaw: Double

  /// Degrees upwards, -90…90.
  public let pitch: Double

  /// The angle between the gaze and the direction to the camera, in degrees, 0…90.
  public let offAxis: Double

  /// Estimates the gaze of both eyes together.
  ///
  /// The eye is a ball that turns about its centre. The centre is hidden, but it stays fixed to the corners
  /// of the eye: seen from the middle between them it lies a little back into the head and a little up. With
  /// the diameter d of the iris as the unit (11.7 mm in nearly all adults), on people who look into the
  /// camera the centre of the iris covers that of the ball when it is taken 0.25 d behind and 0.13 d above
  /// the middle of the corners (fitted on 76 open-eyed Yale faces; the 395 open-eyed webcam frames of NUAA
  /// confirm it). The iris turns on a radius of 0.85 d (10 mm), so its offset from the ball's centre over
  /// that radius is the sine of the gaze's angle, in the camera's frame.
  ///
  /// One pixel of error in an eye 28 pixels wide makes about 5°; on people who look into the camera the
  /// spread is about 3° in each direction.
  ///
  /// - Returns: `nil` when an iris has no extent.
  init?(_ eyes: Eyes, pose: Pose) {
    let diameter = (eyes.left.irisDiameter + eyes.right.irisDiameter) / 2
    guard diameter > 0 else { return nil }
    let ball = Point(
      x: -0.25 * pose.forward.x + 0.13 * pose.up.x, y: -0.25 * pose.forward.y + 0.13 * pose.up.y)
    // An eye that is nearly closed shows no iris; it counts only when the other one is closed as well.
    let open = [eyes.left, eyes.right].filter { $0.openness >= 0.5 }
    let used = open.isEmpty ? [eyes.left, eyes.right] : open
    var sine = Point(x: 0, y: 0)
    for eye in used {
      let middle = eye.contour[0].middle(to: eye.contour[8])
      sine = sine + ((eye.irisCenter - middle) * (1 / diameter) - ball) * (1 / 0.85 / Double(used.count))
    }
    yaw = Mathematics.degrees(Mathematics.arcSine(sine.x))
    pitch = -Mathematics.degrees(Mathematics.arcSine(sine.y))
    offAxis = Mathematics.degrees(Mathematics.arcSine(sine.length))
  }
}
