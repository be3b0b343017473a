/// A map of the plane onto itself that keeps straight lines straight and parallel lines parallel:
/// x′ = a·x + b·y + tx, y′ = c·x + d·y + ty, in continuous pixel coordinates (see `Point`).
public struct AffineTransform: Sendable, Equatable {
  public var a: Double
  public var b: Double
  public var tx: Double
  public var c: Double
  public var d: Double
  public var ty: Double

  /// Makes the map from its two rows: (a, b, tx) gives x′ and (c, d, ty) gives y′.
  public init(a: Double, b: Double, tx: Double, c: Double, d: Double, ty: Double) {
    self.a = a
    self.b = b
    self.tx = tx
    self.c = c
    self.d = d
    self.ty = ty
  }

  /// The map that leaves every point in its place.
  public static let identity = AffineTransform(a: 1, b: 0, tx: 0, c: 0, d: 1, ty: 0)

  /// A shift by `x` to the right and `y` downwards.
  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, tx: x, c: 0, d: 1, ty: y)
  }

  /// A stretch about the origin by the factors `x` and `y`.
  public static func scaling(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, tx: 0, c: 0, d: y, ty: 0)
  }

  /// The same map on pixel indices, where centres have whole numbers, instead of continuous coordinates: what
  /// OpenCV's `warpAffine` takes with `WARP_INVERSE_MAP`.
  ///
  /// For a point p in index coordinates the continuous point is p + ½, so the offset becomes t + M·½ − ½.
  var onPixelIndices: AffineTransform {
    var result = self
    result.tx = tx + 0.5 * (a + b) - 0.5
    result.ty = ty + 0.5 * (c + d) - 0.5
    return result
  }

  /// Signed factor by which the map changes areas; negative when it mirrors.
  public var determinant: Double { a * d - b * c }

  /// Where the map takes `point`.
  public func applied(to point: Point) -> Point {
    Point(x: a * point.x + b * point.y + tx, y: c * point.x + d * point.y + ty)
  }

  /// The map that undoes this one.
  ///
  /// - Returns: `nil` when the map flattens the plane onto a line or a point, or holds a number that is not
  ///   finite.
  public func inverted() -> AffineTransform? {
    let determinant = determinant
    guard determinant.isFinite, determinant != 0 else { return nil }
    let inverse = AffineTransform(
      a: d / determinant, b: -b / determinant, tx: (b * ty - d * tx) / determinant,
      c: -c / determinant, d: a / determinant, ty: (c * tx - a * ty) / determinant)
    return inverse.isFinite ? inverse : nil
  }

  /// The map that applies this one first and then `next`.
  public func concatenated(with next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.b * c, b: next.a * b + next.b * d, tx: next.a * tx + next.b * ty + next.tx,
      c: next.c * a + next.d * c, d: next.c * b + next.d * d, ty: next.c * tx + next.d * ty + next.ty)
  }

  /// Whether all six numbers are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && tx.isFinite && c.isFinite && d.isFinite && ty.isFinite
  }
}
