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
    case .face: "one usable face"
    case .none: FaceProblem.noFace.description
    case .tooSmall(let pixels): FaceProblem.tooSmall(eyeDistance: pixels).description
    case .several(let faces): FaceProblem.severalFaces(count: faces.count).description
    case .poorQuality(_, let reasons):
      reasons.map(\.description).joined(separator: "; ")
    }
  }
}
