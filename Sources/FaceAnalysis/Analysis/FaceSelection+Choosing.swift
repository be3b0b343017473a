import Imaging

extension FaceSelection {
  /// Finds the face that is meant, and with `unambiguous` those that could be meant as well.
  ///
  /// Detections are looked at in the order of preference until one is confirmed: a large false detection must
  /// not hide a smaller face.
  ///
  /// - Parameters:
  ///   - detections: By falling area.
  ///   - rivalAreaShare: From which share of the first confirmed face's area on another face is a rival.
  ///   - image: The picture that they were found in.
  ///   - confirm: Takes a closer look; `nil` for a detection that is no face.
  /// - Returns: The face that is meant, then its rivals; empty when no detection is confirmed.
  func confirmed<Found, Failure: Error>(
    _ detections: [DetectedFace], rivalAreaShare: Double, in image: Image,
    confirm: (DetectedFace) throws(Failure) -> Found?
  ) throws(Failure) -> [Found] {
    var found: [Found] = []
    var leastRivalArea = 0.0
    for detection in ordered(detections, in: image) {
      if !found.isEmpty, self != .unambiguous || detection.box.area < leastRivalArea { break }
      guard let face = try confirm(detection) else { continue }
      if found.isEmpty { leastRivalArea = rivalAreaShare * detection.box.area }
      found.append(face)
    }
    return found
  }

  /// The detections in the order of preference.
  private func ordered(_ detections: [DetectedFace], in image: Image) -> [DetectedFace] {
    guard self == .mostCentral else { return detections }
    let middle = Point(x: Double(image.width) / 2, y: Double(image.height) / 2)
    return detections.enumerated()
      .sorted {
        ($0.element.box.center.distance(to: middle), $0.offset)
          < ($1.element.box.center.distance(to: middle), $1.offset)
      }.map(\.element)
  }
}
