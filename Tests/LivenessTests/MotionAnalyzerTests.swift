import FaceAnalysis
import Testing

@testable import Liveness

struct MotionAnalyzerTests {
  @Test(
    "nine frames a second count, whatever the rate",
    arguments: [9.1, 10, 12, 15, 16, 20, 24, 25, 30, 50, 60, 120])
  func pace(rate: Double) throws {
    let portrait = try Sample.portrait()
    var motion = MotionAnalyzer()
    var counted: [Double] = []
    for index in 0..<Int(4 * rate) {
      let time = Double(index) / rate
      guard motion.isDue(timeSeconds: time) else { continue }
      counted.append(time)
      motion.observe(
        TrackedFrame(timeSeconds: time, outcome: .face(portrait.face), trackNumber: 1), in: portrait.image)
    }
    #expect((33...37).contains(counted.count))
    // None follow so closely that they say the same.
    #expect(zip(counted, counted.dropFirst()).allSatisfy { $1 - $0 > 0.05 })
  }

  @Test("slower cameras' frames all count", arguments: [2.0, 5, 8])
  func slow(rate: Double) throws {
    let portrait = try Sample.portrait()
    var motion = MotionAnalyzer()
    for index in 0..<Int(4 * rate) {
      let time = Double(index) / rate
      #expect(motion.isDue(timeSeconds: time))
      motion.observe(
        TrackedFrame(timeSeconds: time, outcome: .face(portrait.face), trackNumber: 1), in: portrait.image)
    }
  }
}
