import Findings
import Imaging

/// How well a face can be recognised.
public struct FaceQuality: Sendable, Equatable {
  /// One number from 0 (useless) to 1 (nothing to complain about): the value of the weakest property, because
  /// none makes up for another.
  public let overall: Double

  /// The properties whose value is below one half, the worst first.
  public let reasons: [QualityReason]

  /// The distance between the centres of the eyes in pixels.
  public let interEyeDistance: Double

  /// How fine the finest details of the face are, whatever the contrast and the light: see `CropAppearance`.
  /// Usually 0.06 to 0.3; about 0.067 after a Gaussian blur of one pixel of the aligned crop (a 35th of the
  /// distance between the eyes), 0.023 after two, 0.012 after three; 0.038 when the eyes were only 10 pixels
  /// apart before the picture was enlarged, 0.018 when they were 5.
  public let sharpness: Double

  /// The mean brightness of the face, 0…255.
  public let brightness: Double

  /// The standard deviation of the brightness, 0…127.5.
  public let contrast: Double

  /// The share of the face that is pure white (above 247 of 255), 0…1.
  public let overexposedShare: Double

  /// The share of the face that is black (below 12 of 255), 0…1.
  public let underexposedShare: Double

  /// By how much the darker side of the face, left or right, is darker than the other one, 0…1.
  public let unevenness: Double

  /// Measures a face.
  ///
  /// The ramps from 0 to 1 are set so that all but a few of the faces of Labeled Faces in the Wild and of the
  /// webcam frames of NUAA reach 1 in sharpness, light and contrast, and so that a face whose details are
  /// gone gets 0.
  ///
  /// - Returns: `nil` when the points of the mesh coincide.
  init?(of mesh: FaceMesh, pose: Pose, in image: Image) {
    let points = mesh.fivePoints
    guard let crop = FaceAligner.common.crop(image, points) else { return nil }
    let appearance = CropAppearance(crop)
    interEyeDistance = points.leftEye.distance(to: points.rightEye)
    sharpness = appearance.sharpness
    brightness = appearance.brightness
    contrast = appearance.contrast
    overexposedShare = appearance.overexposedShare
    underexposedShare = appearance.underexposedShare
    unevenness = appearance.unevenness
    let properties: [(value: Double, reason: QualityReason)] = [
      (Mathematics.ramp(interEyeDistance, from: 0, to: 32), .small(interEyeDistance: interEyeDistance)),
      (Mathematics.ramp(sharpness, from: 0.01, to: 0.04), .blurred(sharpness: sharpness)),
      (Mathematics.ramp(brightness, from: 15, to: 45), .dark(brightness: brightness)),
      (Mathematics.ramp(brightness, from: 245, to: 215), .bright(brightness: brightness)),
      (Mathematics.ramp(overexposedShare, from: 0.5, to: 0.15), .overexposed(share: overexposedShare)),
      (Mathematics.ramp(contrast, from: 4, to: 12), .flat(contrast: contrast)),
      (Mathematics.ramp(pose.offAxis, from: 70, to: 25), .turnedAway(angle: pose.offAxis)),
      (Mathematics.ramp(mesh.score, from: 0.5, to: 0.95), .covered(score: mesh.score)),
    ]
    overall = properties.map(\.value).min() ?? 0
    reasons = properties.enumerated().filter { $0.element.value < 0.5 }
      .sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }.map(\.element.reason)
  }
}
