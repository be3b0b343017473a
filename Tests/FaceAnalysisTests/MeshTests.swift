import Imaging
import Testing

@testable import FaceAnalysis

struct MeshTests {
  @Test("the mesh network sees in the reference crops what it saw elsewhere", arguments: Reference.names)
  func referenceCrops(name: String) throws {
    let expected = try Reference.portrait(name).crops.mesh192
    let estimator = try FaceMeshEstimator(models: Bundled.models())
    let whole = FaceSquare(center: Point(x: 96, y: 96), side: 192, rotation: 0)
    let mesh = try #require(try estimator.mesh(in: Reference.crop(expected.file), exactly: whole))
    for (point, place) in zip(mesh.points, expected.points) {
      #expect(abs(point.x - place[0]) < 0.02)
      #expect(abs(point.y - place[1]) < 0.02)
      #expect(abs(point.z - place[2]) < 0.02)
    }
    #expect(abs(mesh.score - Mathematics.sigmoid(expected.logit)) < 1e-6)
  }

  @Test("the mesh of each portrait lies where the independent pipeline finds it", arguments: Reference.names)
  func referencePortraits(name: String) throws {
    let portrait = try Reference.portrait(name)
    let image = try Reference.sample(portrait.image)
    let face = try #require(try FaceAnalyzer(models: Bundled.models()).analyze(image).first)
    let distances = zip(face.mesh.points, portrait.mesh.points).map { $0.0.planar.distance(to: Point($0.1)) }
    // The squares differ a little, and the network answers that with half a per cent of the face's width.
    let width = face.box.width
    #expect(distances.reduce(0, +) / Double(distances.count) < 0.015 * width)
    #expect(try #require(distances.max()) < 0.06 * width)
    #expect(face.meshScore > 0.99)
  }

  @Test("a face is found from a square that is askew, by looking again", arguments: [-25.0, 0, 25])
  func refined(degrees: Double) throws {
    let image = try Reference.sample("obama.jpg")
    let estimator = try FaceMeshEstimator(models: Bundled.models())
    let start = FaceSquare(center: Point(x: 495, y: 267), side: 415, rotation: 0)
    let straight = try #require(try estimator.mesh(in: image, near: start))
    let good = try #require(FaceSquare(around: straight))
    let askew = FaceSquare(
      center: good.center + Point(x: 0.15 * good.side, y: -0.1 * good.side), side: good.side * 1.25,
      rotation: good.rotation + Mathematics.radians(degrees))
    let found = try #require(try estimator.mesh(in: image, near: askew))
    let square = try #require(FaceSquare(around: found))
    #expect(square.center.distance(to: good.center) < 0.03 * good.side)
    #expect(abs(square.side / good.side - 1) < 0.05)
    #expect(abs(square.rotation - good.rotation) < 0.05)
  }

  @Test("turned portraits keep their mesh", arguments: [-40.0, -20, 20, 40])
  func turned(degrees: Double) throws {
    let image = try Reference.sample("astronaut.png")
    let analyzer = try FaceAnalyzer(models: Bundled.models())
    let straight = try #require(try analyzer.analyze(image).first)
    let face = try #require(try analyzer.analyze(image.turned(byDegrees: degrees)).first)
    #expect(abs(face.pose.roll - straight.pose.roll - degrees) < 4)
    #expect(abs(face.pose.yaw - straight.pose.yaw) < 6)
    #expect(abs(face.pose.pitch - straight.pose.pitch) < 6)
    let embedding = try #require(try analyzer.embedding(of: straight, in: image))
    let other = try #require(try analyzer.embedding(of: face, in: image.turned(byDegrees: degrees)))
    #expect(cosine(embedding.vector, other.vector) > 0.9)
  }

  @Test("a wall is no face")
  func wall() throws {
    let estimator = try FaceMeshEstimator(models: Bundled.models())
    let square = FaceSquare(center: Point(x: 50, y: 50), side: 80, rotation: 0)
    let mesh = try #require(
      try estimator.mesh(in: Image(width: 100, height: 100, filledWith: 128), near: square))
    #expect(mesh.score < 0.5)
  }

  @Test("squares far outside, endless or empty are answered without a trap")
  func oddSquares() throws {
    let estimator = try FaceMeshEstimator(models: Bundled.models())
    let image = Image(width: 20, height: 20, filledWith: 200)
    for square in [
      FaceSquare(center: Point(x: 1e9, y: -1e9), side: 10, rotation: 0),
      FaceSquare(center: Point(x: 10, y: 10), side: 1e12, rotation: 1),
      FaceSquare(center: Point(x: 10, y: 10), side: 1e-9, rotation: 1),
    ] {
      let mesh = try estimator.mesh(in: image, near: square)
      #expect((mesh?.score ?? 0) < 0.5)
    }
    #expect(
      try estimator.mesh(in: image, near: FaceSquare(center: Point(x: 0, y: 0), side: 0, rotation: 0)) == nil)
    #expect(
      try estimator.mesh(in: image, near: FaceSquare(center: Point(x: .nan, y: 0), side: 9, rotation: 0))
        == nil)
  }
}
