import FaceAnalysis
import Imaging
import Testing

@testable import Liveness

struct StrobeTests {
  /// The portrait as it is lit by the room alone.
  static func dark(_ image: Image) -> Image {
    var image = image
    image.pixels = image.pixels.map { UInt8(Double($0) * 0.08) }
    return image
  }

  @Test(
    "every second frame in the dark is passed over, and the face is followed through",
    arguments: [15.0, 30, 60])
  func alternating(rate: Double) throws {
    let portrait = try Sample.portrait()
    let dark = Self.dark(portrait.image)
    var tracker = FaceTracker(models: try Bundled.models())
    for index in 0..<12 {
      let frame = try tracker.observe(
        index % 2 == 0 ? portrait.image : dark, timeSeconds: Double(index) / rate)
      if index % 2 == 0 {
        #expect(frame.face != nil)
      } else if case .unlit(let brightness) = frame.outcome {
        #expect(brightness < 40)
      } else {
        Issue.record("\(frame.outcome)")
      }
      #expect(frame.trackNumber == 1)
    }
  }

  @Test("darkness that lasts, or that comes late, is not passed over")
  func lasting() throws {
    let portrait = try Sample.portrait()
    let dark = Self.dark(portrait.image)
    func isUnlit(_ frames: [(Image, Double)]) throws -> [Bool] {
      var strobe = StrobeFilter()
      return frames.map { image, time in
        strobe.darkness(of: image, around: portrait.face, timeSeconds: time) != nil
      }
    }
    #expect(
      try isUnlit([(portrait.image, 0), (dark, 0.05), (dark, 0.1), (dark, 0.15)]) == [
        false, true, false, false,
      ])
    #expect(try isUnlit([(portrait.image, 0), (dark, 0.5)]) == [false, false])
  }

  @Test("a camera that flashes shows a face that can prove life")
  func watch() throws {
    let portrait = try Sample.portrait()
    let dark = Self.dark(portrait.image)
    var watch = LivenessWatch(models: try Bundled.models(), rules: LivenessRules(requirement: .motion))
    var counted = 0
    for index in 0..<24 {
      let moved = FaceTrackerTests.moved(portrait.image, x: Double(index), y: 0)
      try watch.observe(index % 2 == 0 ? moved : dark, timeSeconds: Double(index) / 30)
      if watch.lastFrameCounts { counted += 1 }
    }
    #expect(counted >= 5)
    #expect(watch.decision.reasons == [.tooLittleMotion])
  }
}
