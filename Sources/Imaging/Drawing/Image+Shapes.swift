// Any coordinate is allowed: what lies outside of the picture is clipped, and a shape with a coordinate that
// is not finite is not drawn.

extension Image {
  /// Draws a straight line with round ends.
  ///
  /// - Parameters:
  ///   - start: One end, in continuous coordinates.
  ///   - end: The other end.
  ///   - thickness: Width across the line in pixels; at least 1.
  ///   - color: What to paint.
  public mutating func drawLine(from start: Point, to end: Point, thickness: Double = 1, color: Color) {
    guard start.isFinite, end.isFinite, thickness.isFinite else { return }
    let radius = max(1, thickness) / 2
    guard let segment = Segment(start, end, clippedTo: size, margin: radius + 1) else { return }
    let top = min(start.y, end.y) - radius
    let bottom = max(start.y, end.y) + radius
    for row in pixelIndices(from: top, to: bottom + 1, count: height) {
      // Along one row, the part of the line that may reach a pixel centre lies within one radius of the row.
      guard
        let span = segment.horizontalExtent(
          fromY: Double(row) + 0.5 - radius, toY: Double(row) + 0.5 + radius)
      else { continue }
      for column in pixelIndices(from: span.left - radius, to: span.right + radius + 1, count: width) {
        let center = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
        if segment.squaredDistance(to: center) <= radius * radius { setPixel(column, row, color) }
      }
    }
  }

  /// Draws the outline of a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: The outline's middle, in continuous coordinates.
  ///   - thickness: Width of the outline in pixels; at least 1.
  ///   - color: What to paint.
  public mutating func drawRectangle(_ rectangle: Rectangle, thickness: Double = 1, color: Color) {
    guard rectangle.isFinite, thickness.isFinite else { return }
    let half = max(1, thickness) / 2
    let left = min(rectangle.x, rectangle.x + rectangle.width)
    let right = max(rectangle.x, rectangle.x + rectangle.width)
    let top = min(rectangle.y, rectangle.y + rectangle.height)
    let bottom = max(rectangle.y, rectangle.y + rectangle.height)
    fill(left: left - half, top: top - half, right: right + half, bottom: top + half, color: color)
    fill(left: left - half, top: bottom - half, right: right + half, bottom: bottom + half, color: color)
    fill(left: left - half, top: top - half, right: left + half, bottom: bottom + half, color: color)
    fill(left: right - half, top: top - half, right: right + half, bottom: bottom + half, color: color)
  }

  /// Fills a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: What to fill, in continuous coordinates; pixels whose centre lies inside are painted.
  ///   - color: What to paint.
  public mutating func fillRectangle(_ rectangle: Rectangle, color: Color) {
    guard rectangle.isFinite else { return }
    fill(
      left: min(rectangle.x, rectangle.x + rectangle.width),
      top: min(rectangle.y, rectangle.y + rectangle.height),
      right: max(rectangle.x, rectangle.x + rectangle.width),
      bottom: max(rectangle.y, rectangle.y + rectangle.height), color: color)
  }

  /// Draws a filled disc.
  ///
  /// - Parameters:
  ///   - center: Middle of the disc, in continuous coordinates. The pixel it lies in is always painted.
  ///   - radius: Radius in pixels.
  ///   - color: What to paint.
  public mutating func drawDot(at center: Point, radius: Double = 1.5, color: Color) {
    guard center.isFinite, radius.isFinite else { return }
    let radius = max(0.71, radius)
    for row in pixelIndices(from: center.y - radius, to: center.y + radius, count: height) {
      let rise = Double(row) + 0.5 - center.y
      let half = max(0, radius * radius - rise * rise).squareRoot()
      fillRow(row, from: center.x - half, to: center.x + half, color: color)
    }
  }

  private var size: (width: Double, height: Double) { (Double(width), Double(height)) }

  private mutating func fill(left: Double, top: Double, right: Double, bottom: Double, color: Color) {
    for row in pixelIndices(from: top, to: bottom, count: height) {
      fillRow(row, from: left, to: right, color: color)
    }
  }

  private mutating func fillRow(_ row: Int, from left: Double, to right: Double, color: Color) {
    for column in pixelIndices(from: left, to: right, count: width) { setPixel(column, row, color) }
  }

  /// The pixels of one axis whose centres lie from `start` to below `end`, as far as the picture has them.
  private func pixelIndices(from start: Double, to end: Double, count: Int) -> Range<Int> {
    guard !start.isNaN, !end.isNaN else { return 0..<0 }
    let limit = Double(count)
    let first = Int(min(max((start - 0.5).rounded(.up), 0), limit))
    let last = Int(min(max((end - 0.5).rounded(.up), 0), limit))
    return first..<max(first, last)
  }

  private mutating func setPixel(_ column: Int, _ row: Int, _ color: Color) {
    let index = (row * width + column) * 3
    pixels[index] = color.red
    pixels[index + 1] = color.green
    pixels[index + 2] = color.blue
  }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Rectangle {
  var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
