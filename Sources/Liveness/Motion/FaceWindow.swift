import FaceAnalysis
import Findings
import Imaging

/// The part of a face whose pixels are compared between frames, in a crop in which the eyes always have the same place.
///
/// Lengths on the face are counted in distances between the eyes, from the point between them: x to the right of the crop,
/// y down.
enum FaceWindow {
  static let width = 96
  static let height = 80

  /// The distance between the eyes in the crop, in pixels.
  static let eyeDistance = 40.0

  /// The place between the eyes in the crop, in continuous coordinates.
  static let middle = Point(x: 48, y: 28)

  /// The map from the crop to the picture in which a mesh was found; `nil` when the eyes coincide.
  static func toImage(_ mesh: FaceMesh) -> AffineTransform? {
    let points = mesh.fivePoints
    let across = (points.rightEye - points.leftEye) * (1 / eyeDistance)
    guard across.length > 0 else { return nil }
    let center = points.leftEye.middle(to: points.rightEye)
    return AffineTransform(
      a: across.x, b: -across.y, tx: center.x - across.x * middle.x + across.y * middle.y,
      c: across.y, d: across.x, ty: center.y - across.y * middle.x - across.x * middle.y)
  }

  /// A place of the crop on the face.
  static func onFace(_ point: Point) -> Point { (point - middle) * (1 / eyeDistance) }

  /// The place on the face of a pixel's centre.
  static func onFace(column: Int, row: Int) -> Point {
    onFace(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
  }

  /// Whether a place counts: it lies on the face, and not on what moves without the skull (eyes, lips).
  static func counts(_ place: Point) -> Bool {
    let isOnFace =
      (-0.6...1).contains(place.y) && ellipse(place, center: Point(x: 0, y: 0.2), 1.05, 0.95) < 1
    let isOnLips = abs(place.x) < 0.5 && place.y > 0.86
    let isInEye = [-0.5, 0.5].contains { ellipse(place, center: Point(x: $0, y: 0), 0.26, 0.14) < 1 }
    return isOnFace && !isOnLips && !isInEye
  }

  private static func ellipse(_ place: Point, center: Point, _ halfWidth: Double, _ halfHeight: Double)
    -> Double
  {
    let x = (place.x - center.x) / halfWidth
    let y = (place.y - center.y) / halfHeight
    return x * x + y * y
  }

  /// The crop as it is compared: without the differences of light.
  static func normalizedCrop(_ image: Image, toImage: AffineTransform) -> GrayPlane<Float> {
    GrayPlane<Float>(image.warped(by: toImage, width: width, height: height)).normalized(radius: 8)
  }
}
