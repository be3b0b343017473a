/// Why a face is hard to recognise, with the measured value.
public enum QualityReason: Sendable, Equatable, CustomStringConvertible {
  /// The eyes are this many pixels apart.
  case small(interEyeDistance: Double)
  /// The sharpness, see `FaceQuality.sharpness`.
  case blurred(sharpness: Double)
  /// The mean brightness of the face, 0…255.
  case dark(brightness: Double)
  /// The mean brightness of the face, 0…255.
  case bright(brightness: Double)
  /// The share of the face (0…1) that is pure white.
  case overexposed(share: Double)
  /// The standard deviation of the brightness, 0…127.5.
  case flat(contrast: Double)
  /// The angle between the face and the direction to the camera, in degrees.
  case turnedAway(angle: Double)
  /// The mesh network's score, 0…1.
  case covered(score: Double)

  /// A short name for machines.
  public var name: String {
    switch self {
    case .small: "small"
    case .blurred: "blurred"
    case .dark: "dark"
    case .bright: "bright"
    case .overexposed: "overexposed"
    case .flat: "flat"
    case .turnedAway: "turnedAway"
    case .covered: "covered"
    }
  }

  /// One sentence with the value and the cure.
  public var description: String {
    switch self {
    case .small(let distance):
      "the face is small (eyes \(Int(distance.rounded())) pixels apart): move closer or use a larger picture"
    case .blurred:
      "the face is blurred: hold still, focus, clean the lens, or use a better picture"
    case .dark:
      "the face is dark: add light from the front"
    case .bright:
      "the face is too bright: reduce the light or the exposure"
    case .overexposed(let share):
      "\(Int((share * 100).rounded())) % of the face is pure white: reduce the light or the exposure"
    case .flat:
      "the face has hardly any contrast: improve the light, clean the lens"
    case .turnedAway(let angle):
      "the face is turned away by \(Int(angle.rounded()))°: look toward the camera"
    case .covered:
      "the face is partly covered or cut off: uncover it and keep it inside of the picture"
    }
  }
}
