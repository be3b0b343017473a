// Edges are soft. Any coordinate is allowed: what lies outside of the picture is clipped, and a shape with a number
// that is not finite is not drawn.

extension Image {
  /// Draws lines and dots as one shape, which hides evenly where they cross.
  ///
  /// - Parameters:
  ///   - strokes: What to draw.
  ///   - color: What to paint.
  ///   - opacity: 0…1: how much of what lies below is hidden.
  public mutating func draw(_ strokes: [Stroke], color: Color, opacity: Double = 1) {
    let strokes = strokes.filter { stroke in
      !stroke.points.isEmpty && stroke.thickness.isFinite && stroke.thickness > 0
        && stroke.points.allSatisfy(\.isFinite)
    }
    guard let bounds = Self.bounds(of: strokes), var coverage = Coverage(of: bounds, in: self) else { return }
    for stroke in strokes {
      let ends = stroke.points.count > 1 ? stroke.points.dropFirst() : stroke.points[...]
      for (start, end) in zip(stroke.points, ends) {
        coverage.add(from: start, to: end, thickness: stroke.thickness)
      }
    }
    paint(coverage, color, opacity)
  }

  /// Fills a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: What to fill, in continuous coordinates.
  ///   - cornerRadius: In pixels; no more than half of the shorter side counts.
  ///   - color: What to paint.
  ///   - opacity: 0…1: how much of what lies below is hidden.
  public mutating func fill(
    _ rectangle: Rectangle, cornerRadius: Double = 0, color: Color, opacity: Double = 1
  ) {
    guard rectangle.isFinite, rectangle.width > 0, rectangle.height > 0, cornerRadius.isFinite else { return }
    let reached = Rectangle(
      x: rectangle.x - 0.5, y: rectangle.y - 0.5, width: rectangle.width + 1, height: rectangle.height + 1)
    guard reached.isFinite, var coverage = Coverage(of: reached, in: self) else { return }
    coverage.add(
      rectangle, cornerRadius: max(0, min(cornerRadius, rectangle.width / 2, rectangle.height / 2)))
    paint(coverage, color, opacity)
  }

  private mutating func paint(_ coverage: Coverage, _ color: Color, _ opacity: Double) {
    guard opacity.isFinite else { return }
    let width = width
    pixels.withUnsafeMutableBufferPointer {
      coverage.paint($0, width: width, color: color, opacity: opacity)
    }
  }

  /// The rectangle that holds all strokes, with their thickness and soft edges; `nil` where there is none.
  private static func bounds(of strokes: [Stroke]) -> Rectangle? {
    var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    for stroke in strokes {
      let reach = stroke.thickness / 2 + 1
      for point in stroke.points {
        (left, right) = (min(left, point.x - reach), max(right, point.x + reach))
        (top, bottom) = (min(top, point.y - reach), max(bottom, point.y + reach))
      }
    }
    let bounds = Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    return bounds.isFinite ? bounds : nil
  }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Rectangle {
  var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
