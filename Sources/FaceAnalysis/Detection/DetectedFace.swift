import Imaging

/// A face as the detector reports it.
public struct DetectedFace: Sendable, Equatable {
  /// The upright box around the face; it may reach beyond the picture.
  public let box: Rectangle

  /// How certain the detector is, 0…1.
  public let score: Double

  /// The detector's own points, less exact than those of the mesh.
  public let points: FivePoints

  public init(box: Rectangle, score: Double, points: FivePoints) {
    self.box = box
    self.score = score
    self.points = points
  }

  /// The face in a picture that is stretched by two factors.
  func scaled(x: Double, y: Double) -> DetectedFace {
    DetectedFace(
      box: box.scaled(x: x, y: y), score: score, points: points.mapped { $0.scaled(x: x, y: y) })
  }
}

extension Rectangle {
  /// The rectangle in a picture that is stretched by two factors.
  func scaled(x factorX: Double, y factorY: Double) -> Rectangle {
    Rectangle(x: x * factorX, y: y * factorY, width: width * factorX, height: height * factorY)
  }

  /// The area of the overlap over the area of the union, 0…1.
  package func overlap(with other: Rectangle) -> Double {
    guard let common = intersection(other) else { return 0 }
    return common.area / (area + other.area - common.area)
  }
}
