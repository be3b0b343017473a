import FaceAnalysis
import Findings
import Imaging
import Testing

@testable import Liveness

struct FrameContinuityTests {
  /// The steps between frames with one face each.
  static func steps(
    _ frames: [Image], rate: Double = 25
  ) throws -> (steps: [FrameContinuity.Step], reason: LivenessReason?) {
    let analyzer = FaceAnalyzer(models: try Bundled.models())
    var continuity = FrameContinuity()
    let steps = try frames.enumerated().map { index, frame in
      let face = try #require(try analyzer.analyze(frame).first)
      return continuity.observe(face, in: frame, track: 1, timeSeconds: Double(index) / rate)
    }
    return (steps, continuity.reason)
  }

  @Test("a face that moves, grows and is lit differently is continuous")
  func continuous() throws {
    let portrait = try Sample.portrait().image
    let frames = (0..<8).map { index in
      var moved = FaceTrackerTests.moved(
        portrait, x: Double(index) * 3, y: Double(index), zoom: 1 + Double(index) * 0.01)
      moved.pixels = moved.pixels.map { UInt8(Double($0) * (1 - Double(index) * 0.03)) }
      return moved
    }
    let found = try Self.steps(frames)
    #expect(found.steps == [.first] + Array(repeating: .continuous, count: 7))
    #expect(found.reason == nil)
  }

  @Test("the same picture again is a repetition, however long it lasts")
  func repeated() throws {
    let portrait = try Sample.portrait().image
    let found = try Self.steps(Array(repeating: portrait, count: 12))
    #expect(found.steps == [.first] + Array(repeating: .repeated, count: 11))
    #expect(found.reason == .framesRepeat)
  }

  @Test("stills of one person one after the other jump")
  func slideshow() throws {
    let stills = [try Sample.portrait("obama.jpg").image, try Sample.portrait("obama2.jpg").image]
    let frames = (0..<12).map { stills[$0 / 3 % 2] }
    let found = try Self.steps(frames)
    #expect([3, 6, 9].allSatisfy { found.steps[$0] == .jump })
    #expect(found.reason == .framesJump)
  }

  @Test("what happens in a long gap is not known")
  func gap() throws {
    let stills = [try Sample.portrait("obama.jpg").image, try Sample.portrait("obama2.jpg").image]
    #expect(try Self.steps(stills, rate: 2).steps == [.first, .first])
  }
}
