import FaceAnalysis
import Imaging
import Testing

@testable import Liveness

/// A portrait that is made to turn like a head, and the same portrait moved as a picture.
struct ParallaxTests {
  static let rate = 8.0

  /// Follows frames and returns the analyser.
  static func motion(_ frames: [Image]) throws -> MotionAnalyzer {
    var tracker = FaceTracker(models: try Bundled.models())
    var motion = MotionAnalyzer()
    for (index, frame) in frames.enumerated() {
      let tracked = try tracker.observe(frame, timeSeconds: Double(index) / rate)
      motion.observe(tracked, in: frame)
    }
    return motion
  }

  /// The portrait turned in space: every place moves in proportion to its depth, which fades out around the face.
  static func head(_ portrait: (image: Image, face: Face), degrees: Double) throws -> Image {
    let toCrop = try #require(FaceWindow.toImage(portrait.face.mesh)?.inverted())
    let scale = toCrop.determinant.squareRoot() / FaceWindow.eyeDistance
    let map = DepthMap(
      places: portrait.face.mesh.points.map { toCrop.applied(to: $0.planar) },
      depths: portrait.face.mesh.points.map { $0.z * scale })
    let sine = Mathematics.sine(Mathematics.radians(degrees))
    return portrait.image.seen { place in
      let crop = toCrop.applied(to: place)
      let column = Int(min(95, max(0, crop.x)))
      let row = Int(min(79, max(0, crop.y)))
      let depth = map[column, row] ?? 0.9
      return Point(x: place.x - sine * depth / scale, y: place.y)
    }
  }

  /// The portrait on a sheet that is turned in front of a camera.
  static func sheet(_ image: Image, yawDegrees: Double, pitchDegrees: Double, zoom: Double) -> Image {
    let (yaw, pitch) = (Mathematics.radians(yawDegrees), Mathematics.radians(pitchDegrees))
    let middle = Double(image.width) / 2
    let distance = 2.5 * middle
    return image.seen { place in
      // Where the ray through the place meets the sheet.
      let ray = (x: (place.x - middle) / distance / zoom, y: (place.y - middle) / distance / zoom)
      let slope = (x: Mathematics.sine(yaw), y: Mathematics.sine(pitch))
      let depth = distance / (1 - ray.x * slope.x - ray.y * slope.y)
      return Point(
        x: middle + ray.x * depth / Mathematics.cosine(yaw),
        y: middle + ray.y * depth / Mathematics.cosine(pitch))
    }
  }

  @Test("a portrait with depth that turns is live, and shows the turn that the mesh tells")
  func head() throws {
    let portrait = try Sample.portrait()
    let frames = try [0.0, 0, 0, 2, 4, 6, 8, 8, 6, 4, 2, 0, -2, -4, -6, -8].map {
      try Self.head(portrait, degrees: $0)
    }
    let evidence = try Self.motion(frames).evidence
    #expect(evidence.verdict == .live)
    #expect(evidence.depth > 0.03)
    #expect(evidence.agreement > 0.8)
    #expect((0.5...1.6).contains(evidence.depthRatio))
  }

  @Test("the same portrait as a sheet shows no depth, however it is turned and moved", arguments: [0, 1, 2])
  func sheet(kind: Int) throws {
    let portrait = try Sample.portrait()
    let frames = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1, 0.9, 0.6, 0.3, 0, -0.3, -0.6, -0.9, -1].map { share in
      Self.sheet(
        portrait.image, yawDegrees: kind == 0 ? 28 * share : 4 * share,
        pitchDegrees: kind == 1 ? 25 * share : 0, zoom: kind == 2 ? 1 + 0.15 * share : 1)
    }
    let evidence = try Self.motion(frames).evidence
    #expect(evidence.verdict != .live)
    #expect(abs(evidence.depth) < 0.01)
  }

  @Test("a search that starts nowhere near the face, or from no number, finds nothing and traps nowhere")
  func implausible() throws {
    let portrait = try Sample.portrait()
    let key = try #require(Keyframe(portrait.face, in: portrait.image, timeSeconds: 0))
    let plane = FaceWindow.normalizedCrop(portrait.image, toImage: .identity)
    let planes = key.levels.map { plane.smoothed(sigma: $0.sigma) }
    for start in [Double.nan, .infinity, 1e300, 11] {
      let motion = [SIMD2<Double>](repeating: SIMD2(0, start), count: SurfaceTerms.count)
      #expect(SurfaceAlignment.found(from: motion, levels: key.levels, planes: planes) == nil)
    }
    // Evenly grey pixels fix nothing.
    let flat = GrayPlane<Float>(width: FaceWindow.width, height: FaceWindow.height) { _, _ in 0 }
    let still = [SIMD2<Double>](repeating: .zero, count: SurfaceTerms.count)
    let found = SurfaceAlignment.found(
      from: still, levels: key.levels, planes: key.levels.map { _ in flat })
    #expect(found.map { $0.difference > 0.2 } ?? true)
  }

  @Test("memory is bounded however long the track gets")
  func bounded() throws {
    let portrait = try Sample.portrait()
    var tracker = ParallaxTracker(windowSeconds: 3)
    for index in 0..<90 {
      tracker.observe(portrait.face, in: portrait.image, timeSeconds: Double(index) * 0.2)
      #expect(tracker.samples.count <= 64)
    }
    #expect(tracker.samples.count == 64)
    tracker.removeAll()
    #expect(tracker.samples.isEmpty)
  }
}
