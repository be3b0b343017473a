/// A line of one thickness through some points, with round ends and corners; a single point makes a dot.
public struct Stroke: Sendable, Equatable {
  /// The middle of the line, in continuous coordinates.
  public var points: [Point]

  /// Width across the line in pixels; below 1 the line becomes fainter instead of thinner.
  public var thickness: Double

  public init(_ points: [Point], thickness: Double) {
    self.points = points
    self.thickness = thickness
  }

  /// A filled disc.
  public static func dot(at center: Point, radius: Double) -> Stroke {
    Stroke([center], thickness: 2 * radius)
  }

  /// The outline of a circle.
  public static func circle(center: Point, radius: Double, thickness: Double) -> Stroke {
    let arc = Arc(center: center, radiusX: radius, radiusY: radius, from: 0, to: 360)
    return Stroke(arc.points, thickness: thickness)
  }

  /// The outline of a rectangle with round corners.
  ///
  /// - Parameters:
  ///   - rectangle: The outline's middle.
  ///   - cornerRadius: In pixels; no more than half of the shorter side counts.
  public static func outline(
    of rectangle: Rectangle, cornerRadius: Double, thickness: Double
  ) -> Stroke {
    let radius = max(0, min(cornerRadius, rectangle.width / 2, rectangle.height / 2))
    let (left, right) = (rectangle.x + radius, rectangle.x + rectangle.width - radius)
    let (top, bottom) = (rectangle.y + radius, rectangle.y + rectangle.height - radius)
    let corners = [(right, bottom, 0.0), (left, bottom, 90), (left, top, 180), (right, top, 270)]
    let points = corners.flatMap { x, y, start in
      Arc(center: Point(x: x, y: y), radiusX: radius, radiusY: radius, from: start, to: start + 90).points
    }
    return Stroke(points + points.prefix(1), thickness: thickness)
  }
}
