/// An upright rectangle in continuous pixel coordinates (see `Point`).
public struct Rectangle: Sendable, Equatable {
  /// Left edge.
  public var x: Double

  /// Top edge.
  public var y: Double

  /// Extent to the right, in pixels.
  public var width: Double

  /// Extent downwards, in pixels.
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The middle of the rectangle.
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// The covered area in square pixels; 0 when an extent is negative.
  public var area: Double { max(0, width) * max(0, height) }

  /// The part that both rectangles cover; `nil` when they do not overlap.
  public func intersection(_ other: Rectangle) -> Rectangle? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    guard right > left, bottom > top else { return nil }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
