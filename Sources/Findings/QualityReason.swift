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
  /// The share of the face (0…1) that is black.
  case underexposed(share: Double)
  /// By how much one side of the face is darker than the other, 0…1.
  case unevenLight(difference: Double)
  /// The standard deviation of the brightness, 0…127.5.
  case flat(contrast: Double)
  /// The angle between the face and the direction to the camera, in degrees.
  case turnedAway(angle: Double)
  /// The mesh network's score, 0…1.
  case covered(score: Double)
  /// The face leans by this many degrees clockwise, -180…180, where an upright one is expected.
  case rolled(angle: Double)
  /// How certain the detector is that this is a face, 0…1, where it looks closely.
  case unclear(certainty: Double)
  /// How far two networks' points of the face lie apart, in distances between the eyes.
  case landmarksDisagree(distance: Double)
  /// The length of the embedding, too short for one of a face like those that rates were measured on.
  case unlikeFaces(length: Double)

  /// A short name for machines.
  public var name: String {
    switch self {
    case .small: "small"
    case .blurred: "blurred"
    case .dark: "dark"
    case .bright: "bright"
    case .overexposed: "overexposed"
    case .underexposed: "underexposed"
    case .unevenLight: "unevenLight"
    case .flat: "flat"
    case .turnedAway: "turnedAway"
    case .covered: "covered"
    case .rolled: "rolled"
    case .unclear: "unclear"
    case .landmarksDisagree: "landmarksDisagree"
    case .unlikeFaces: "unlikeFaces"
    }
  }

  /// One sentence with the value and the cure.
  public var description: String {
    switch self {
    case .small(let distance):
      "the face is small (eyes \(distance.wholeBelow) pixels apart): move closer or use a larger picture"
    case .blurred:
      "the face is blurred: hold still, focus, clean the lens, or use a better picture"
    case .dark:
      "the face is dark: add light from the front"
    case .bright:
      "the face is too bright: reduce the light or the exposure"
    case .overexposed(let share):
      "\((share * 100).whole) % of the face is pure white: reduce the light or the exposure"
    case .underexposed(let share):
      "\((share * 100).whole) % of the face is black: uncover it, keep it inside of the picture, add light from the front"
    case .unevenLight(let difference):
      "one side of the face is darker by \((difference * 100).whole) %: turn to the light, or add some from the front"
    case .flat:
      "the face has hardly any contrast: improve the light, clean the lens"
    case .turnedAway(let angle):
      "the face is turned away by \(angle.whole)°: look toward the camera"
    case .covered:
      "the face is partly covered or cut off: uncover it and keep it inside of the picture"
    case .rolled(let angle) where Self.turn(against: angle) == 0:
      "the face leans by \(angle.magnitude.whole)°: hold the head or the camera upright"
    case .rolled(let angle) where angle.magnitude >= 135:
      "the face is upside down: hold the camera upright, or have its pictures turned by \(Self.turn(against: angle))°"
    case .rolled(let angle):
      "the face lies on its side: hold the camera upright, or have its pictures turned by \(Self.turn(against: angle))°"
    case .unclear:
      "the face is hard to see: uncover it, add light from the front, or use a better picture"
    case .landmarksDisagree:
      "it is unclear where eyes, nose and mouth are: show the whole face, upright and from the front"
    case .unlikeFaces:
      "the face does not show enough to tell it from others: uncover it, add light from the front, or use a sharper picture with natural colours"
    }
  }

  /// The quarter turns clockwise, in degrees, after which a face that leans stands most upright.
  private static func turn(against angle: Double) -> Int {
    guard angle.magnitude <= 360 else { return 0 }
    return (4 - Int((angle / 90).rounded()) % 4) % 4 * 90
  }
}
