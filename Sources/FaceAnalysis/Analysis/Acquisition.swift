import Findings

/// What an attempt to take one person's face from a picture came to.
public enum Acquisition: Sendable, Equatable {
  /// One usable face.
  case face(Face)
  /// No face.
  case none
  /// The face is too small: its eyes are this many pixels apart.
  case tooSmall(pixels: Double)
  /// Several faces of similar size, the largest first: it is not clear who is meant.
  case several([Face])
  /// A face that cannot be recognised reliably, with the reasons, the worst first.
  case poorQuality(Face, [QualityReason])

  /// One sentence that says what was found and, where that is no usable face, what helps.
  public var explanation: String {
    switch self {
    case .face:
      "one usable face"
    case .none:
      "no face found: use a picture that shows one from the front, upright and in good light"
    case .tooSmall(let pixels):
      "the face is too small (eyes \(Int(pixels.rounded())) pixels apart): move closer or use a larger picture"
    case .several(let faces):
      "\(faces.count) faces of similar size: use a picture that shows one person, or crop it"
    case .poorQuality(_, let reasons):
      reasons.map(\.description).joined(separator: "; ")
    }
  }
}
