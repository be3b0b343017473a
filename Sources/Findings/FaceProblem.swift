/// Why a picture or frame shows no one face to look into: what everybody says about it, whoever finds it.
public enum FaceProblem: Sendable, Equatable, CustomStringConvertible {
  case noFace
  /// The eyes are this many pixels apart, which is too few.
  case tooSmall(eyeDistance: Double)
  /// Several faces of similar size: it is not clear who is meant.
  case severalFaces(count: Int)

  /// One sentence with the cure.
  public var description: String {
    switch self {
    case .noFace: "no face found: show one from the front, upright and in good light"
    case .tooSmall(let distance):
      "the face is too small (eyes \(distance.wholeBelow) pixels apart): move closer or use a larger picture"
    case .severalFaces(let count): "\(count) faces are in view: one person alone is expected"
    }
  }
}
