import FaceAnalysis
import Policy

extension Obstacle {
  /// What stands in the way of taking a face from a picture; `nil` where there is a usable one.
  init?(_ acquisition: Acquisition) {
    switch acquisition {
    case .face: return nil
    case .none: self = .noFace
    case .tooSmall(let pixels): self = .tooSmall(eyeDistance: pixels)
    case .several(let faces): self = .severalFaces(count: faces.count)
    case .poorQuality(_, let reasons): self = .poorQuality(reasons)
    }
  }
}
