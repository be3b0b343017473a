import Imaging

extension FaceSelection {
  /// The detections that `acquire` has to look at: the one that is meant first, then its rivals.
  ///
  /// - Parameters:
  ///   - faces: By falling area.
  ///   - rivalAreaShare: From which share of the largest area on another face is a rival.
  func candidates(_ faces: [DetectedFace], rivalAreaShare: Double, in image: Image) -> [DetectedFace] {
    guard let largest = faces.first else { return [] }
    switch self {
    case .unambiguous:
      return faces.filter { $0.box.area >= rivalAreaShare * largest.box.area || $0 == largest }
    case .largest:
      return faces
    case .mostCentral:
      let middle = Point(x: Double(image.width) / 2, y: Double(image.height) / 2)
      return faces.enumerated()
        .sorted {
          ($0.element.box.center.distance(to: middle), $0.offset)
            < ($1.element.box.center.distance(to: middle), $1.offset)
        }.map(\.element)
    }
  }
}
