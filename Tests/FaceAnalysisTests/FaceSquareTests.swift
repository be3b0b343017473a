import Imaging
import Testing

@testable import FaceAnalysis

struct FaceSquareTests {
  @Test("the crop's middle is the square's, its corners lie on the turned square")
  func corners() {
    let square = FaceSquare(center: Point(x: 100, y: 50), side: 40, rotation: .pi / 2)
    let map = square.cropToImage(pixels: 20)
    #expect(map.applied(to: Point(x: 10, y: 10)).distance(to: square.center) < 1e-9)
    // Turned by a quarter clockwise, the crop's top left corner is the picture's top right one.
    #expect(map.applied(to: Point(x: 0, y: 0)).distance(to: Point(x: 120, y: 30)) < 1e-9)
    #expect(map.applied(to: Point(x: 20, y: 0)).distance(to: Point(x: 120, y: 70)) < 1e-9)
  }

  @Test("a mirrored crop shows the same square with left and right exchanged")
  func mirrored() {
    let square = FaceSquare(center: Point(x: -3, y: 8), side: 17, rotation: 0.7)
    let straight = square.cropToImage(pixels: 64)
    let mirrored = square.cropToImage(pixels: 64, mirrored: true)
    for (x, y) in [(0.0, 0.0), (64, 10), (13, 60)] {
      let left = straight.applied(to: Point(x: 64 - x, y: y))
      #expect(mirrored.applied(to: Point(x: x, y: y)).distance(to: left) < 1e-9)
    }
    #expect(mirrored.determinant < 0)
  }

  @Test("a square differs when it moves or grows by more than 5 %, or turns by more than 0.05 radians")
  func difference() {
    let square = FaceSquare(center: Point(x: 0, y: 0), side: 100, rotation: 3.1)
    func other(x: Double = 0, side: Double = 100, turn: Double = 0) -> FaceSquare {
      FaceSquare(center: Point(x: x, y: 0), side: side, rotation: 3.1 + turn)
    }
    #expect(!other().differsMuch(from: square))
    #expect(!other(x: 4.9, side: 104.9, turn: 0.049).differsMuch(from: square))
    #expect(other(x: 5.1).differsMuch(from: square))
    #expect(other(side: 94.9).differsMuch(from: square))
    #expect(other(side: 105.1).differsMuch(from: square))
    #expect(other(turn: 0.051).differsMuch(from: square))
    // A full turn is no turn.
    #expect(!other(turn: -2 * .pi).differsMuch(from: square))
  }

  static let points = FivePoints(
    leftEye: Point(x: 40, y: 50), rightEye: Point(x: 80, y: 50), noseTip: Point(x: 60, y: 70),
    leftMouthCorner: Point(x: 45, y: 90), rightMouthCorner: Point(x: 75, y: 90))

  @Test("the square of an upright frontal face stands half way from eyes to mouth")
  func upright() throws {
    let square = try #require(FaceSquare(around: Self.points))
    #expect(square.center.distance(to: Point(x: 60, y: 70)) < 1e-9)
    #expect(abs(square.side - (3.05 * 40 + 0.85 * 40)) < 1e-9)
    #expect(abs(square.rotation) < 1e-12)
  }

  @Test("when the nose points to one side, the square moves to the other")
  func turned() throws {
    var points = Self.points
    points.noseTip.x += 5
    let square = try #require(FaceSquare(around: points))
    #expect(abs(square.center.x - 53) < 1e-9)
    #expect(abs(square.center.y - 70) < 1e-9)
  }

  @Test(
    "a tilt of the points is enlarged, up to that of a tenth of a turn", arguments: [-0.5, -0.1, 0.2, 0.6])
  func tilted(angle: Double) throws {
    let square = try #require(FaceSquare(around: Self.points.mapped { $0.rotated(by: angle) }))
    #expect(abs(square.rotation - 1.4 * angle) < 1e-9)
    let far = try #require(FaceSquare(around: Self.points.mapped { $0.rotated(by: 2.5) }))
    #expect(abs(far.rotation - 2.78) < 1e-9)
  }

  @Test("points in one place or nowhere have no square")
  func degenerate() {
    #expect(FaceSquare(around: Self.points.mapped { _ in Point(x: 1, y: 1) }) == nil)
    #expect(FaceSquare(around: Self.points.mapped { _ in Point(x: .nan, y: 1) }) == nil)
  }

  @Test("the square around a mesh is one and a half times its larger extent along the eyes")
  func aroundMesh() throws {
    // A face 60 wide and 80 high, turned by 0.4 about (200, 100).
    let places = (0..<FaceMesh.pointCount).map { index -> MeshPoint in
      let corner =
        switch index {
        case 33: Point(x: -20, y: -10)
        case 263: Point(x: 20, y: -10)
        case 1: Point(x: -30, y: -40)
        case 2: Point(x: 30, y: 40)
        default: Point(x: 0, y: 0)
        }
      let place = corner.rotated(by: 0.4) + Point(x: 200, y: 100)
      return MeshPoint(x: place.x, y: place.y, z: 0)
    }
    let any = FaceSquare(center: Point(x: 0, y: 0), side: 1, rotation: 0)
    let mesh = try #require(FaceMesh(points: places, score: 1, square: any))
    let square = try #require(FaceSquare(around: mesh))
    #expect(abs(square.rotation - 0.4) < 1e-9)
    #expect(abs(square.side - 120) < 1e-9)
    #expect(square.center.distance(to: Point(x: 200, y: 100)) < 1e-9)
  }

  @Test("a mesh needs all its points, and finite ones")
  func meshPoints() {
    let any = FaceSquare(center: Point(x: 0, y: 0), side: 1, rotation: 0)
    let point = MeshPoint(x: 1, y: 2, z: 3)
    let points = [MeshPoint](repeating: point, count: FaceMesh.pointCount)
    #expect(FaceMesh(points: points, score: 1, square: any) != nil)
    #expect(FaceMesh(points: Array(points.dropLast()), score: 1, square: any) == nil)
    #expect(
      FaceMesh(points: points.dropLast() + [MeshPoint(x: .nan, y: 0, z: 0)], score: 1, square: any) == nil)
    #expect(FaceMesh(points: points, score: .infinity, square: any) == nil)
  }
}
