import FaceAnalysis
import Findings
import Imaging
import Testing

@testable import Liveness

/// Which frames may prove something.
struct EvidenceTests {
  /// A portrait that moves a little in every frame.
  static func frame(_ portrait: Image, _ index: Int) -> Image {
    FaceTrackerTests.moved(portrait, x: Double(index % 10), y: 0)
  }

  @Test("frames that count are some nine in a second, whatever the rate", arguments: [10.0, 25, 30, 60, 120])
  func pace(rate: Double) throws {
    let portrait = try Sample.portrait().image
    var watch = LivenessWatch(models: try Bundled.models(), rules: LivenessRules(requirement: .motion))
    var counted = 0
    for index in 0..<Int(rate) {
      try watch.observe(Self.frame(portrait, index), timeSeconds: Double(index) / rate)
      if watch.lastFrameCounts { counted += 1 }
    }
    #expect((5...10).contains(counted))
  }

  @Test("a face that is not the one of the frames before ends the track, and all evidence with it")
  func otherFace() throws {
    let portrait = try Sample.portrait().image
    var watch = LivenessWatch(models: try Bundled.models(), rules: LivenessRules(requirement: .motion))
    var asked = 0
    for index in 0..<20 {
      let isOther = index == 12
      let seen = try watch.observe(Self.frame(portrait, index), timeSeconds: Double(index) * 0.12) {
        (_: Face) throws(ModelPackError) in
        asked += 1
        return isOther ? .another : .same
      }
      watch.add(passiveScore: 0.9)
      #expect(seen.trackNumber == (index < 12 ? 1 : 2))
      if index == 11 {
        #expect(watch.decision.motion.comparisons == 11 && watch.decision.passiveScore == 0.9)
      }
      if index == 12 { #expect(watch.decision.motion.comparisons == 0 && watch.decision.passiveScore == nil) }
    }
    #expect(asked == 20)
    #expect(watch.decision.motion.comparisons == 7)
  }

  @Test("frames whose face nobody can tell prove nothing, and do not end the track")
  func unknownFace() throws {
    let portrait = try Sample.portrait().image
    var watch = LivenessWatch(models: try Bundled.models(), rules: LivenessRules(requirement: .motion))
    for index in 0..<20 {
      let seen = try watch.observe(Self.frame(portrait, index), timeSeconds: Double(index) * 0.12) {
        (_: Face) throws(ModelPackError) in
        (8..<14).contains(index) ? .unknown : .same
      }
      #expect(seen.trackNumber == 1)
      #expect(watch.lastFrameCounts != (8..<14).contains(index))
    }
    #expect(watch.decision.motion.comparisons < 14)
  }

  @Test("frames in which nobody looks at the camera prove nothing")
  func inattentive() throws {
    let away = try Sample.portrait("obama2.jpg")
    try #require(away.face.attention?.reasons.isEmpty == false)
    for requiresAttention in [true, false] {
      var watch = LivenessWatch(
        models: try Bundled.models(),
        rules: LivenessRules(requirement: .motion, requiresAttention: requiresAttention))
      var counted = 0
      for index in 0..<10 {
        try watch.observe(Self.frame(away.image, index), timeSeconds: Double(index) * 0.12)
        if watch.lastFrameCounts { counted += 1 }
      }
      #expect(counted == (requiresAttention ? 0 : 10))
      #expect(watch.decision.motion.comparisons == (requiresAttention ? 0 : 9))
    }
  }

  @Test(
    "the rate of frames is known after a while, and pauses do not count", arguments: [0.5, 1, 2, 25, 120])
  func framesPerSecond(rate: Double) throws {
    var pace = FramePace()
    pace.observe(0)
    #expect(pace.framesPerSecond == nil)
    for index in 1..<Int(max(4, 3 * rate)) { pace.observe(Double(index) / rate) }
    #expect(abs(try #require(pace.framesPerSecond) - rate) < 0.01 * rate)
    pace.observe(1_000)
    #expect(pace.framesPerSecond == nil)
  }
}
