/// A place in a picture, in continuous pixel coordinates: pixel (i, j) covers i…i+1 and j…j+1, its centre is
/// (i + 0.5, j + 0.5). x grows to the right, y grows downwards.
public struct Point: Sendable, Equatable {
  /// Pixels from the left edge of the picture.
  public var x: Double

  /// Pixels from the top edge of the picture.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
