import Findings
import Imaging
import Testing

@testable import FaceAnalysis

struct EyeTests {
  /// An eye 40 pixels wide whose lids are `gap` pixels apart everywhere, with an iris of 20 pixels.
  static func eye(gap: Double, iris: Point = Point(x: 20, y: 0), turnedBy angle: Double = 0) throws -> Eye {
    let lower = (1...7).map { Point(x: Double($0) * 5, y: gap / 2) }
    let upper = (1...7).map { Point(x: Double($0) * 5, y: -gap / 2) }
    let contour = [Point(x: 0, y: 0)] + lower + [Point(x: 40, y: 0)] + upper
    let edge = [Point(x: 10, y: 0), Point(x: 0, y: -10), Point(x: -10, y: 0), Point(x: 0, y: 10)]
    return try #require(
      Eye(
        contour: contour.map { $0.rotated(by: angle) }, irisCenter: iris.rotated(by: angle),
        irisEdge: edge.map { ($0 + iris).rotated(by: angle) }))
  }

  @Test(
    "the lid ratio is the gap over the width, however the eye is turned",
    arguments: [(10.0, 0.25, 0.0), (4, 0.1, 1), (0, 0, -2)])
  func lidRatio(gap: Double, ratio: Double, angle: Double) throws {
    #expect(abs(try Self.eye(gap: gap, turnedBy: angle).lidRatio - ratio) < 1e-12)
  }

  @Test(
    "openness is one half at a lid ratio of 0.12 and never leaves 0…1",
    arguments: [(0.0, 0.0), (1.6, 0), (3.2, 0.25), (4.8, 0.5), (8, 1), (20, 1)])
  func openness(gap: Double, openness: Double) throws {
    #expect(abs(try Self.eye(gap: gap).openness - openness) < 1e-12)
  }

  @Test("the eye that is open wider decides")
  func wink() throws {
    let eyes = try Eyes(left: Self.eye(gap: 1), right: Self.eye(gap: 6.4))
    #expect(abs(eyes.openness - 0.75) < 1e-12)
  }

  @Test(
    "one closed eye is told from both and from narrow ones",
    arguments: [
      (8.0, 8.0, EyeState.open), (5, 5, .open), (8, 6, .open), (8, 5, .oneClosed), (1, 6, .oneClosed),
      (1, 4, .closed), (4, 4, .closed),
    ])
  func state(left: Double, right: Double, state: EyeState) throws {
    #expect(try Eyes(left: Self.eye(gap: left), right: Self.eye(gap: right)).state == state)
  }

  @Test("a contour without width, too few points or points that are not finite make no eye")
  func degenerate() {
    let point = Point(x: 1, y: 1)
    let contour = (0..<16).map { Point(x: Double($0), y: 0) }
    let edge = [point, point, point, point]
    #expect(Eye(contour: contour, irisCenter: point, irisEdge: edge) != nil)
    #expect(Eye(contour: contour.map { _ in point }, irisCenter: point, irisEdge: edge) == nil)
    #expect(Eye(contour: Array(contour.dropLast()), irisCenter: point, irisEdge: edge) == nil)
    #expect(Eye(contour: contour, irisCenter: Point(x: .nan, y: 0), irisEdge: edge) == nil)
    #expect(Eye(contour: contour, irisCenter: point, irisEdge: [point]) == nil)
  }

  /// Eyes whose irises stand where the model of the eye puts them for a gaze, on a head in a pose.
  static func eyes(gazeYaw: Double, gazePitch: Double, pose: Pose) throws -> Eyes {
    let sine = Point(
      x: Mathematics.sine(Mathematics.radians(gazeYaw)), y: -Mathematics.sine(Mathematics.radians(gazePitch)))
    let ball = Point(
      x: -0.25 * pose.forward.x + 0.13 * pose.up.x, y: -0.25 * pose.forward.y + 0.13 * pose.up.y)
    let iris = Point(x: 20, y: 0) + (ball + sine * 0.85) * 20
    return try Eyes(left: eye(gap: 8, iris: iris), right: eye(gap: 8, iris: iris))
  }

  @Test("a gaze is found from the irises, also on a turned head", arguments: [0.0, 20, -35])
  func gaze(headYaw: Double) throws {
    let pose = try #require(Pose(PoseTests.mesh(yaw: headYaw, pitch: 10, roll: 0)))
    for (yaw, pitch) in [(0.0, 0.0), (15, 0), (-20, 5), (0, -30)] {
      let gaze = try #require(Gaze(Self.eyes(gazeYaw: yaw, gazePitch: pitch, pose: pose), pose: pose))
      #expect(abs(gaze.yaw - yaw) < 1e-9)
      #expect(abs(gaze.pitch - pitch) < 1e-9)
      #expect(gaze.offAxis >= max(abs(yaw), abs(pitch)) - 1e-6)
    }
  }

  @Test("a closed eye does not count for the gaze when the other one is open")
  func gazeOfOneEye() throws {
    let pose = try #require(Pose(PoseTests.mesh(yaw: 0, pitch: 0, roll: 0)))
    let straight = try Self.eyes(gazeYaw: 0, gazePitch: 0, pose: pose)
    let closed = try Self.eye(gap: 1, iris: Point(x: 33, y: 4))
    let gaze = try #require(Gaze(Eyes(left: closed, right: straight.right), pose: pose))
    #expect(abs(gaze.yaw) < 1e-9)
    #expect(abs(gaze.pitch) < 1e-9)
  }

  @Test("attention names what is missing")
  func attention() throws {
    func reasons(
      gap: Double = 8, headYaw: Double = 0, gazeYaw: Double = 0, rules: AttentionRules = AttentionRules()
    ) throws -> [Inattention] {
      let pose = try #require(Pose(PoseTests.mesh(yaw: headYaw, pitch: 0, roll: 0)))
      let seen = try Self.eyes(gazeYaw: gazeYaw, gazePitch: 0, pose: pose)
      let gaze = try #require(Gaze(seen, pose: pose))
      let eyes = try Eyes(left: Self.eye(gap: gap), right: Self.eye(gap: gap))
      let attention = Attention(eyes: eyes, gaze: gaze, pose: pose, rules: rules)
      #expect(attention.isAttentive == attention.reasons.isEmpty)
      return attention.reasons
    }
    #expect(try reasons().isEmpty)
    #expect(try reasons(gap: 4.7).contains(.eyesClosed))
    #expect(try reasons(headYaw: 29).isEmpty)
    #expect(try reasons(headYaw: 31) == [.headTurnedAway])
    #expect(try reasons(gazeYaw: 19).isEmpty)
    #expect(try reasons(gazeYaw: 21) == [.lookingAway])
    #expect(try reasons(headYaw: -40, gazeYaw: -40) == [.headTurnedAway, .lookingAway])
    // With closed eyes nothing is said about where they look.
    #expect(try reasons(gap: 2, headYaw: 40, gazeYaw: 40) == [.eyesClosed, .headTurnedAway])
    #expect(try reasons(headYaw: 40, rules: AttentionRules(maximumHeadAngle: 45)).isEmpty)
  }

  @Test("the iris network sees in the reference crops what it saw elsewhere", arguments: Reference.names)
  func referenceCrops(name: String) throws {
    let crops = try Reference.portrait(name).crops
    let estimator = try IrisEstimator(models: Bundled.models())
    for crop in [crops.rightIris64, crops.leftIris64] {
      let eye = try #require(try estimator.eye(inCrop: Reference.crop(crop.file), toImage: .identity))
      for (point, expected) in zip(eye.contour, crop.eye) {
        #expect(point.distance(to: Point(expected)) < 0.01)
      }
      #expect(eye.irisCenter.distance(to: Point(crop.iris[0])) < 0.01)
      for (point, expected) in zip(eye.irisEdge, crop.iris.dropFirst()) {
        #expect(point.distance(to: Point(expected)) < 0.01)
      }
    }
  }

  @Test(
    "both eyes of the portraits lie where the independent pipeline finds them", arguments: Reference.names)
  func referencePortraits(name: String) throws {
    let portrait = try Reference.portrait(name)
    let image = try Reference.sample(portrait.image)
    let face = try #require(try FaceAnalyzer(models: Bundled.models()).analyze(image).first)
    let eyes = try #require(face.eyes)
    for (eye, expected) in [(eyes.right, portrait.rightEye), (eyes.left, portrait.leftEye)] {
      let tolerance = 0.05 * eye.width
      for (point, place) in zip(eye.contour, expected.eye) {
        #expect(point.distance(to: Point(place)) < tolerance)
      }
      for (point, place) in zip([eye.irisCenter] + eye.irisEdge, expected.iris) {
        #expect(point.distance(to: Point(place)) < tolerance)
      }
    }
    #expect(eyes.right.irisCenter.x < eyes.left.irisCenter.x)
    #expect(eyes.openness >= 0.5)
  }
}
