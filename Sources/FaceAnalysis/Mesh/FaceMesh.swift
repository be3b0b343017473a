import Imaging

/// A point of the face in space.
public struct MeshPoint: Sendable, Equatable {
  /// Pixels from the left edge of the picture.
  public var x: Double

  /// Pixels from the top edge of the picture.
  public var y: Double

  /// Depth in the same unit, relative to the middle of the head; negative toward the camera.
  public var z: Double

  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The place in the picture.
  public var planar: Point { Point(x: x, y: y) }

  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}

/// The 468 points of a face, numbered as in MediaPipe's face mesh.
public struct FaceMesh: Sendable, Equatable {
  /// How many points a mesh has.
  public static let pointCount = 468

  /// The points, always `pointCount` of them, in pixels of the picture.
  public let points: [MeshPoint]

  /// How certain the network is that it sees a whole face, 0…1. Low when the face is covered or is none.
  public let score: Double

  /// The part of the picture that the network looked at.
  public let square: FaceSquare

  /// - Returns: `nil` unless there are `pointCount` points of finite numbers.
  init?(points: [MeshPoint], score: Double, square: FaceSquare) {
    guard points.count == Self.pointCount, score.isFinite, points.allSatisfy(\.isFinite) else { return nil }
    self.points = points
    self.score = score
    self.square = square
  }

  /// The place of a point in the picture.
  public subscript(landmark: Landmark) -> Point { points[landmark.rawValue].planar }

  /// The five points for alignment: the middles between the corners of each eye, the tip of the nose, the
  /// corners of the mouth.
  public var fivePoints: FivePoints {
    FivePoints(
      leftEye: self[.leftEyeOuterCorner].middle(to: self[.leftEyeInnerCorner]),
      rightEye: self[.rightEyeInnerCorner].middle(to: self[.rightEyeOuterCorner]),
      noseTip: self[.noseTip], leftMouthCorner: self[.leftMouthCorner],
      rightMouthCorner: self[.rightMouthCorner])
  }

  /// The turn of the line through the outer corners of the eyes, in radians, clockwise on the screen.
  var roll: Double {
    let line = self[.rightEyeOuterCorner] - self[.leftEyeOuterCorner]
    return Mathematics.arcTangent(line.y, line.x)
  }

  /// The mesh in a picture that is stretched by two factors; depth grows with the mean of both.
  func scaled(x: Double, y: Double) -> FaceMesh {
    FaceMesh(copying: self, x: x, y: y)
  }

  private init(copying mesh: FaceMesh, x: Double, y: Double) {
    let mean = (x + y) / 2
    points = mesh.points.map { MeshPoint(x: $0.x * x, y: $0.y * y, z: $0.z * mean) }
    score = mesh.score
    square = FaceSquare(
      center: mesh.square.center.scaled(x: x, y: y), side: mesh.square.side * mean,
      rotation: mesh.square.rotation)
  }
}

/// Points of the mesh that have a name. Left and right are those of the picture, not of the person.
public enum Landmark: Int, Sendable, CaseIterable {
  case noseTip = 1
  case underNose = 2
  case forehead = 10
  case leftEyeOuterCorner = 33
  case leftMouthCorner = 61
  case leftEyeInnerCorner = 133
  case leftEyeLowerLid = 145
  case chin = 152
  case leftEyeUpperLid = 159
  case rightEyeOuterCorner = 263
  case rightMouthCorner = 291
  case rightEyeInnerCorner = 362
  case rightEyeLowerLid = 374
  case rightEyeUpperLid = 386
}

extension FaceSquare {
  /// The square in which to look for a face whose mesh is known: the smallest square around all points that
  /// is level with the eyes, one and a half times as large.
  ///
  /// - Returns: `nil` when the points do not spread.
  public init?(around mesh: FaceMesh) {
    rotation = mesh.roll
    var low = Point(x: .infinity, y: .infinity)
    var high = Point(x: -.infinity, y: -.infinity)
    let cosine = Mathematics.cosine(rotation)
    let sine = Mathematics.sine(rotation)
    for point in mesh.points {
      let x = cosine * point.x + sine * point.y
      let y = cosine * point.y - sine * point.x
      low = Point(x: min(low.x, x), y: min(low.y, y))
      high = Point(x: max(high.x, x), y: max(high.y, y))
    }
    center = low.middle(to: high).rotated(by: rotation)
    side = 1.5 * max(high.x - low.x, high.y - low.y)
    guard isUsable else { return nil }
  }
}
