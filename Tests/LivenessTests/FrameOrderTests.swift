import FaceAnalysis
import Imaging
import TestSupport
import Testing

@testable import Liveness

struct FrameOrderTests {
  /// A portrait that swings to and fro once in two seconds, each frame at its place in time.
  static func swing(rate: Double) throws -> (frames: [Image], times: [Double]) {
    let portrait = try Sample.portrait().image
    let times = (0..<Int(3 * rate)).map { Double($0) / rate }
    let frames = times.map { time in
      FaceTrackerTests.moved(portrait, x: 30 * Mathematics.sine(.pi * time), y: 0)
    }
    return (frames, times)
  }

  static func isInOrder(_ frames: [Image], _ times: [Double]) throws -> Bool? {
    let analyzer = FaceAnalyzer(models: try Bundled.models())
    var order = FrameOrder()
    for (frame, time) in zip(frames, times) {
      order.observe(try #require(try analyzer.analyze(frame).first), timeSeconds: time)
    }
    return order.isInOrder
  }

  @Test(
    "a face that swings is in order, forwards and backwards, and shuffled it is not", arguments: [5.0, 12])
  func shuffled(rate: Double) throws {
    let swing = try Self.swing(rate: rate)
    #expect(try Self.isInOrder(swing.frames, swing.times) == true)
    // What runs backwards is as smooth, and is not told.
    #expect(try Self.isInOrder(swing.frames.reversed(), swing.times) == true)
    var random = SeededGenerator(seed: 7)
    #expect(try Self.isInOrder(swing.frames.shuffled(using: &random), swing.times) == false)
  }

  @Test("of a face that keeps still nothing is known")
  func still() throws {
    let portrait = try Sample.portrait().image
    #expect(
      try Self.isInOrder(Array(repeating: portrait, count: 20), (0..<20).map { Double($0) / 10 }) == nil)
    #expect(FrameOrder().isInOrder == nil)
  }

  @Test("the ratio is 2 for no order and small for a smooth one")
  func ratio() {
    var random = SeededGenerator(seed: 3)
    let noise = (0..<400).map { _ in random.normal(deviation: 1) }
    #expect(abs(FrameOrder.ratio(noise) - 2) < 0.3)
    #expect(FrameOrder.ratio((0..<40).map { Mathematics.sine(Double($0) / 6) }) < 0.1)
    #expect(FrameOrder.ratio([1, 1, 1]) == 0)
  }
}
