/// A straight line between two points.
struct Segment {
  let start: Point
  let end: Point

  /// The part of the line from `start` to `end` that lies in a picture or within `margin` pixels of it (Liang
  /// and Barsky's clipping: each edge narrows the range of the line's parameter).
  ///
  /// - Returns: `nil` when no part of the line lies there.
  init?(_ start: Point, _ end: Point, clippedTo size: (width: Double, height: Double), margin: Double) {
    let direction = Point(x: end.x - start.x, y: end.y - start.y)
    guard direction.isFinite else { return nil }
    var from = 0.0
    var to = 1.0
    let edges = [
      (-direction.x, start.x + margin), (direction.x, size.width + margin - start.x),
      (-direction.y, start.y + margin), (direction.y, size.height + margin - start.y),
    ]
    for (speed, distance) in edges {
      if speed == 0 {
        if distance < 0 { return nil }
      } else if speed < 0 {
        from = max(from, distance / speed)
      } else {
        to = min(to, distance / speed)
      }
    }
    guard from <= to else { return nil }
    self.start = Point(x: start.x + from * direction.x, y: start.y + from * direction.y)
    self.end = Point(x: start.x + to * direction.x, y: start.y + to * direction.y)
  }

  /// From the leftmost to the rightmost place of the line's part between two heights; `nil` when it has
  /// none.
  func horizontalExtent(fromY top: Double, toY bottom: Double) -> (left: Double, right: Double)? {
    let (upper, lower) = start.y <= end.y ? (start, end) : (end, start)
    guard upper.y <= bottom, lower.y >= top else { return nil }
    let rise = lower.y - upper.y
    func x(at y: Double) -> Double {
      rise > 0 ? upper.x + (lower.x - upper.x) * min(max((y - upper.y) / rise, 0), 1) : upper.x
    }
    guard rise > 0 else { return (min(upper.x, lower.x), max(upper.x, lower.x)) }
    let first = x(at: top)
    let last = x(at: bottom)
    return (min(first, last), max(first, last))
  }

  /// Square of the distance between a point and the nearest place of the line.
  func squaredDistance(to point: Point) -> Double {
    let direction = Point(x: end.x - start.x, y: end.y - start.y)
    let offset = Point(x: point.x - start.x, y: point.y - start.y)
    let squaredLength = direction.x * direction.x + direction.y * direction.y
    let projection = offset.x * direction.x + offset.y * direction.y
    let share = squaredLength > 0 ? min(max(projection / squaredLength, 0), 1) : 0
    let x = offset.x - share * direction.x
    let y = offset.y - share * direction.y
    return x * x + y * y
  }
}
