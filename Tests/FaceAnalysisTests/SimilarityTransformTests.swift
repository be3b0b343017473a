import Imaging
import Testing

@testable import FaceAnalysis

struct SimilarityTransformTests {
  static let source = [
    Point(x: 38, y: 51), Point(x: 73, y: 51), Point(x: 56, y: 71), Point(x: 41, y: 92), Point(x: 70, y: 92),
  ]

  @Test(
    "a turn, a scale and a shift are found again",
    arguments: [(0, 1, 0, 0), (0.3, 2.5, -17, 400), (-3, 0.01, 5, 5), (1.5708, 1, 0, 1e4)])
  func recovered(angle: Double, scale: Double, x: Double, y: Double) throws {
    let target = Self.source.map { ($0 * scale).rotated(by: angle) + Point(x: x, y: y) }
    let found = try #require(SimilarityTransform.fitting(Self.source, to: target))
    for (from, to) in zip(Self.source, target) { #expect(found.applied(to: from).distance(to: to) < 1e-8) }
    #expect(abs(found.determinant - scale * scale) < 1e-9)
  }

  @Test("a hand-computed fit of three points")
  func handComputed() throws {
    // The means are (1, 0) and (1, 1); around them (-1,0), (1,0), (0,0) should go to (0,-1), (0,1), (0,0), so
    // the map turns by 90° and keeps the scale.
    let found = try #require(
      SimilarityTransform.fitting(
        [Point(x: 0, y: 0), Point(x: 2, y: 0), Point(x: 1, y: 0)],
        to: [Point(x: 1, y: 0), Point(x: 1, y: 2), Point(x: 1, y: 1)]))
    #expect(found == AffineTransform(a: 0, b: -1, tx: 1, c: 1, d: 0, ty: 0))
  }

  @Test("points that do not fit exactly are met in the mean")
  func leastSquares() throws {
    let target = [
      Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 5, y: 5), Point(x: 0, y: 10), Point(x: 10, y: 10),
    ]
    let found = try #require(SimilarityTransform.fitting(Self.source, to: target))
    func error(_ transform: AffineTransform) -> Double {
      zip(Self.source, target).reduce(0) {
        let miss = transform.applied(to: $1.0) - $1.1
        return $0 + miss.dot(miss)
      }
    }
    let best = error(found)
    for step in [-1e-3, 1e-3] {
      var other = found
      other.tx += step
      #expect(error(other) > best)
      other = found
      other.ty += step
      #expect(error(other) > best)
      // Turn and scale together, as a similarity may.
      other = found
      other.a += step
      other.d += step
      #expect(error(other) > best)
      other = found
      other.b -= step
      other.c += step
      #expect(error(other) > best)
    }
  }

  @Test("mirrored points give no mirroring map")
  func mirrored() throws {
    let target = Self.source.map { Point(x: -$0.x, y: $0.y) }
    let found = try #require(SimilarityTransform.fitting(Self.source, to: target))
    #expect(found.determinant > 0)
  }

  @Test("points that coincide, too few, unequally many or endless ones have no map")
  func degenerate() {
    let one = Point(x: 3, y: 4)
    #expect(SimilarityTransform.fitting([one, one, one], to: Array(Self.source.prefix(3))) == nil)
    #expect(SimilarityTransform.fitting(Array(Self.source.prefix(3)), to: [one, one, one]) == nil)
    #expect(SimilarityTransform.fitting([one], to: [one]) == nil)
    #expect(SimilarityTransform.fitting([], to: []) == nil)
    #expect(SimilarityTransform.fitting(Self.source, to: Array(Self.source.prefix(4))) == nil)
    #expect(
      SimilarityTransform.fitting(Self.source, to: Self.source.map { _ in Point(x: .nan, y: 0) }) == nil)
    #expect(SimilarityTransform.fitting(Self.source.map { $0 * 1e200 }, to: Self.source) == nil)
  }

  @Test("an aligner takes the template's points, which count from pixel centres, to their continuous places")
  func aligner() throws {
    let points = FivePoints(
      leftEye: Point(x: 100, y: 100), rightEye: Point(x: 135, y: 100), noseTip: Point(x: 118, y: 120),
      leftMouthCorner: Point(x: 103, y: 141), rightMouthCorner: Point(x: 132, y: 141))
    let aligner = FaceAligner(
      template: points.all.map { Point(x: $0.x - 50, y: $0.y - 60) }, width: 112, height: 112)
    let map = try #require(aligner.imageToCrop(points))
    #expect(abs(map.applied(to: points.noseTip).x - 68.5) < 1e-9)
    #expect(abs(map.applied(to: points.noseTip).y - 60.5) < 1e-9)
    // A white pixel at the nose comes out at the template's pixel.
    let image = Image(width: 200, height: 200) { $0 == 118 && $1 == 120 ? 255 : 0 }
    let centered = points.mapped { Point(x: $0.x + 0.5, y: $0.y + 0.5) }
    let crop = try #require(aligner.crop(image, centered))
    #expect(crop.pixels[(60 * 112 + 68) * 3] == 255)
    #expect(crop.pixels.reduce(0) { $0 + Int($1) } == 3 * 255)
  }
}
