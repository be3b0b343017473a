import Imaging
import Testing

@testable import FaceAnalysis

struct QualityTests {
  /// The astronaut with each value changed.
  static func quality(_ change: (UInt8) -> UInt8) throws -> FaceQuality {
    var image = try Reference.sample("astronaut.png")
    image.pixels = image.pixels.map(change)
    return try quality(of: image)
  }

  /// The quality of `image` at the place of the astronaut's face, whether it can still be found there or not.
  static func quality(of image: Image) throws -> FaceQuality {
    let analyzer = try FaceAnalyzer(models: Bundled.models(), options: AnalysisOptions(includesEyes: false))
    let face = try #require(try analyzer.analyze(Reference.sample("astronaut.png")).first)
    return try #require(FaceQuality(of: face.mesh, pose: face.pose, in: image))
  }

  static func names(_ quality: FaceQuality) -> [String] { quality.reasons.map(\.name) }

  @Test("a good portrait has nothing to complain about")
  func good() throws {
    let quality = try Self.quality { $0 }
    #expect(quality.overall == 1)
    #expect(quality.reasons.isEmpty)
    #expect(abs(quality.interEyeDistance - 42.7) < 1)
  }

  @Test("darkness, brightness and missing contrast are told apart")
  func light() throws {
    #expect(Self.names(try Self.quality { $0 / 10 }).contains("dark"))
    #expect(Self.names(try Self.quality { UInt8(min(255, Int($0) + 150)) }) == ["bright", "overexposed"])
    #expect(Self.names(try Self.quality { 120 + $0 / 32 }).contains("flat"))
    // A picture whose contrast is only reduced keeps its sharpness.
    let softer = try Self.quality { 60 + $0 / 2 }
    #expect(abs(softer.sharpness / (try Self.quality { $0 }).sharpness - 1) < 0.15)
    #expect(softer.reasons.isEmpty)
  }

  @Test("the sharpness falls with every blur")
  func blur() throws {
    let image = try Reference.sample("astronaut.png")
    var previous = try Self.quality(of: image).sharpness
    for reduction in [2, 3, 4, 6] {
      let blurred = image.resized(width: 512 / reduction, height: 512 / reduction).resized(
        width: 512, height: 512)
      let quality = try Self.quality(of: blurred)
      #expect(quality.sharpness < 0.85 * previous)
      previous = quality.sharpness
      #expect(Self.names(quality) == (reduction >= 6 ? ["blurred"] : []))
    }
  }

  @Test("stripes, an even surface and a slope look as they were made")
  func crops() {
    let stripes = CropAppearance(
      Image(width: 112, height: 112) { column, _ in column / 2 % 2 == 0 ? 200 : 100 })
    // Smoothed, the stripes are 162.5, 162.5, 137.5, 137.5…, whose second differences are ±25 throughout;
    // nothing of them is left in the means over 5 and 21 columns but a few levels.
    #expect(stripes.sharpness > 1)
    #expect(abs(stripes.brightness - 150) < 1e-9)
    #expect(abs(stripes.contrast - 50) < 1e-9)
    #expect(stripes.overexposedShare == 0)
    let even = CropAppearance(Image(width: 112, height: 112, filledWith: 255))
    #expect(even.sharpness < 1e-9)
    #expect(abs(even.brightness - 255) < 1e-9)
    #expect(even.contrast < 1e-6)
    #expect(even.overexposedShare == 1)
    let slope = CropAppearance(Image(width: 112, height: 112) { column, _ in UInt8(2 * column) })
    #expect(slope.sharpness < 1e-9)
  }

  @Test("filters of a plane agree with plain sums, also at the border")
  func filters() {
    let plane = GrayPlane<Double>(Image(width: 7, height: 5) { UInt8(($0 * 31 + $1 * 57) % 97) })
    func value(_ column: Int, _ row: Int) -> Double {
      plane.values[min(4, max(0, row)) * 7 + min(6, max(0, column))]
    }
    let mean = plane.boxMean(radius: 2)
    let laplacian = plane.laplacian()
    let smooth = plane.smoothed()
    for row in 0..<5 {
      for column in 0..<7 {
        var sum = 0.0
        var count = 0.0
        for y in max(0, row - 2)...min(4, row + 2) {
          for x in max(0, column - 2)...min(6, column + 2) {
            sum += value(x, y)
            count += 1
          }
        }
        let index = row * 7 + column
        #expect(abs(mean.values[index] - sum / count) < 1e-9)
        let cross =
          value(column - 1, row) + value(column + 1, row) + value(column, row - 1) + value(column, row + 1)
        #expect(abs(laplacian.values[index] - (cross - 4 * value(column, row))) < 1e-9)
        var weighted = 0.0
        for (y, down) in [(-1, 1.0), (0, 2), (1, 1)] {
          for (x, across) in [(-1, 1.0), (0, 2), (1, 1)] {
            weighted += down * across * value(column + x, row + y)
          }
        }
        #expect(abs(smooth.values[index] - weighted / 16) < 1e-9)
      }
    }
  }

  @Test("a turned head and a covered face are reasons, the worst first")
  func poseAndCover() throws {
    let image = try Reference.sample("astronaut.png")
    let analyzer = try FaceAnalyzer(models: Bundled.models(), options: AnalysisOptions(includesEyes: false))
    let face = try #require(try analyzer.analyze(image).first)
    let turned = try #require(Pose(PoseTests.mesh(yaw: 55, pitch: 0, roll: 0)))
    let covered = try #require(FaceMesh(points: face.mesh.points, score: 0.6, square: face.mesh.square))
    let quality = try #require(FaceQuality(of: covered, pose: turned, in: image))
    #expect(Self.names(quality) == ["covered", "turnedAway"])
    #expect(abs(quality.overall - 0.1 / 0.45) < 1e-9)
    for reason in quality.reasons { #expect(reason.description.contains(": ")) }
  }

  @Test("a small face is a reason with its size")
  func small() throws {
    let image = try Reference.sample("astronaut.png").resized(width: 180, height: 180)
    let analyzer = try FaceAnalyzer(models: Bundled.models(), options: AnalysisOptions(includesEyes: false))
    let face = try #require(try analyzer.analyze(image).first)
    guard case .small(let distance)? = face.quality.reasons.first else {
      Issue.record("the face is small")
      return
    }
    #expect(abs(distance - 15) < 1)
  }

  @Test(
    "a mesh of absurd size or place is measured or refused without a trap",
    arguments: [1e-30, 1e9, 1e30, 1e150])
  func absurd(scale: Double) throws {
    let mesh = try PoseTests.mesh(yaw: 10, pitch: 0, roll: 0)
    let points = mesh.points.map { MeshPoint(x: $0.x * scale, y: $0.y * scale, z: $0.z * scale) }
    let odd = try #require(FaceMesh(points: points, score: 1, square: mesh.square))
    let pose = try #require(Pose(mesh))
    let quality = FaceQuality(of: odd, pose: pose, in: Image(width: 50, height: 40, filledWith: 99))
    #expect((quality?.overall ?? 0) == 0)
    if let square = FaceSquare(around: odd) {
      _ = try FaceMeshEstimator(models: Bundled.models()).mesh(in: Image(width: 50, height: 40), near: square)
    }
    if let own = Pose(odd) { #expect(abs(own.yaw - 10) < 1e-3) }
  }
}
