import Imaging

extension Point {
  package static func + (left: Point, right: Point) -> Point {
    Point(x: left.x + right.x, y: left.y + right.y)
  }
  package static func - (left: Point, right: Point) -> Point {
    Point(x: left.x - right.x, y: left.y - right.y)
  }
  package static func * (point: Point, factor: Double) -> Point {
    Point(x: point.x * factor, y: point.y * factor)
  }

  /// Distance from the origin.
  package var length: Double { (x * x + y * y).squareRoot() }

  /// Distance to another point.
  package func distance(to other: Point) -> Double { (self - other).length }

  /// The point half way to another one.
  package func middle(to other: Point) -> Point { (self + other) * 0.5 }

  /// The point turned about the origin, from x toward y.
  package func rotated(by radians: Double) -> Point {
    let cosine = Mathematics.cosine(radians)
    let sine = Mathematics.sine(radians)
    return Point(x: cosine * x - sine * y, y: sine * x + cosine * y)
  }

  /// Scalar product.
  package func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  /// The point with each coordinate multiplied by its own factor.
  package func scaled(x factorX: Double, y factorY: Double) -> Point { Point(x: x * factorX, y: y * factorY) }

  package var isFinite: Bool { x.isFinite && y.isFinite }
}
