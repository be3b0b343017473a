import Imaging

/// A map that turns, scales evenly and shifts.
enum SimilarityTransform {
  /// The similarity that takes points closest to others in the sense of least squares, without mirroring
  /// (S. Umeyama, "Least-squares estimation of transformation parameters between two point patterns", 1991;
  /// in the plane it has a closed form, the regression of complex numbers).
  ///
  /// - Parameters:
  ///   - source: At least two points.
  ///   - target: As many points.
  /// - Returns: The map; `nil` when the numbers of points differ, when the source points or their images
  ///   coincide, or when a number is not finite.
  static func fitting(_ source: [Point], to target: [Point]) -> AffineTransform? {
    guard source.count == target.count, source.count >= 2 else { return nil }
    let share = 1 / Double(source.count)
    let sourceMean = source.reduce(Point(x: 0, y: 0), +) * share
    let targetMean = target.reduce(Point(x: 0, y: 0), +) * share
    var spread = 0.0
    var along = 0.0
    var across = 0.0
    for (from, to) in zip(source, target) {
      let from = from - sourceMean
      let to = to - targetMean
      spread += from.dot(from)
      along += from.dot(to)
      across += from.x * to.y - from.y * to.x
    }
    guard spread > 0 else { return nil }
    let cosine = along / spread
    let sine = across / spread
    let transform = AffineTransform(
      a: cosine, b: -sine, tx: targetMean.x - cosine * sourceMean.x + sine * sourceMean.y,
      c: sine, d: cosine, ty: targetMean.y - sine * sourceMean.x - cosine * sourceMean.y)
    guard transform.isFinite, transform.determinant > 0 else { return nil }
    return transform
  }
}
