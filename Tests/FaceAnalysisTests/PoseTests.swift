import Testing

@testable import FaceAnalysis

struct PoseTests {
  /// A mesh whose rigid points are those of the mean face, nodded, turned and tilted; the others lie at the
  /// origin.
  static func mesh(yaw: Double, pitch: Double, roll: Double, scale: Double = 60) throws -> FaceMesh {
    func turn(_ v: SIMD3<Double>) -> SIMD3<Double> {
      let (pitch, yaw, roll) = (
        Mathematics.radians(pitch), Mathematics.radians(yaw), Mathematics.radians(roll)
      )
      // y points down and z away from the camera: looking up takes the face (toward -z) to -y, looking to the
      // picture's right takes it to +x, leaning clockwise takes +x to +y.
      let nodded = SIMD3(
        v.x, v.y * Mathematics.cosine(pitch) + v.z * Mathematics.sine(pitch),
        v.z * Mathematics.cosine(pitch) - v.y * Mathematics.sine(pitch))
      let turned = SIMD3(
        nodded.x * Mathematics.cosine(yaw) - nodded.z * Mathematics.sine(yaw), nodded.y,
        nodded.x * Mathematics.sine(yaw) + nodded.z * Mathematics.cosine(yaw))
      return SIMD3(
        turned.x * Mathematics.cosine(roll) - turned.y * Mathematics.sine(roll),
        turned.x * Mathematics.sine(roll) + turned.y * Mathematics.cosine(roll), turned.z)
    }
    var points = [MeshPoint](repeating: MeshPoint(x: 0, y: 0, z: 0), count: FaceMesh.pointCount)
    for point in CanonicalFace.points {
      let place = turn(point.place) * scale + SIMD3(320, 240, 7)
      points[point.index] = MeshPoint(x: place.x, y: place.y, z: place.z)
    }
    let square = FaceSquare(center: .init(x: 320, y: 240), side: 200, rotation: 0)
    return try #require(FaceMesh(points: points, score: 1, square: square))
  }

  @Test("the mean face, moved by known angles, gives these angles", arguments: [-60.0, -20, 0, 3, 45])
  func synthetic(yaw: Double) throws {
    for pitch in [-40.0, 0, 15, 50] {
      for roll in [-170.0, -30, 0, 8, 90] {
        let pose = try #require(Pose(Self.mesh(yaw: yaw, pitch: pitch, roll: roll)))
        #expect(abs(pose.yaw - yaw) < 1e-6)
        #expect(abs(pose.pitch - pitch) < 1e-6)
        #expect(abs(pose.roll - roll) < 1e-6)
        let expected = Mathematics.degrees(
          Mathematics.arcCosine(
            Mathematics.cosine(Mathematics.radians(yaw)) * Mathematics.cosine(Mathematics.radians(pitch))))
        #expect(abs(pose.offAxis - expected) < 1e-5)
      }
    }
  }

  @Test("the pose does not depend on the size of the face", arguments: [0.1, 3000])
  func scale(scale: Double) throws {
    let pose = try #require(Pose(Self.mesh(yaw: 25, pitch: -10, roll: 5, scale: scale)))
    #expect(abs(pose.yaw - 25) < 1e-6)
  }

  @Test("points in one place have no pose")
  func degenerate() throws {
    #expect(try Pose(Self.mesh(yaw: 0, pitch: 0, roll: 0, scale: 0)) == nil)
  }

  @Test("the mean face is symmetrical, its eyes one unit apart around the origin")
  func canonical() throws {
    func place(_ index: Int) throws -> SIMD3<Double> {
      try #require(CanonicalFace.points.first { $0.index == index }).place
    }
    for (left, right) in [(33, 263), (133, 362), (127, 356), (234, 454), (48, 278)] {
      let mirrored = try place(left) * SIMD3(-1, 1, 1)
      #expect(try place(right) == mirrored)
    }
    let leftEye = try (place(33) + place(133)) / 2
    #expect(abs(leftEye.x + 0.5) < 1e-3)
    #expect(abs(leftEye.y) < 1e-3)
    // Toward the camera is negative: the tip of the nose stands out, the sides of the head lie back.
    #expect(try place(4).z < -0.5)
    #expect(try place(234).z > 0.5)
  }

  @Test("the largest eigenvector of small matrices")
  func eigenvector() {
    let diagonal = SymmetricMatrix(rows: [[2, 0, 0], [0, 5, 0], [0, 0, -9]]).largestEigenvector()
    #expect(diagonal.map(abs) == [0, 1, 0])
    let coupled = SymmetricMatrix(rows: [[1, 2], [2, 1]]).largestEigenvector()
    #expect(abs(abs(coupled[0]) - 0.5.squareRoot()) < 1e-12)
    #expect(abs(coupled[0] - coupled[1]) < 1e-12)
    #expect(SymmetricMatrix(rows: [[7]]).largestEigenvector() == [1])
  }

  @Test(
    "the portraits look where they look",
    arguments: [("obama", -6.0...6), ("obama2", -25.0 ... -8), ("biden", 3.0...15)])
  func portraits(name: String, yaw: ClosedRange<Double>) throws {
    let image = try Reference.sample(Reference.portrait(name).image)
    let face = try #require(try FaceAnalyzer(models: Bundled.models()).analyze(image).first)
    #expect(yaw.contains(face.pose.yaw))
    #expect(abs(face.pose.pitch) < 10)
  }
}
