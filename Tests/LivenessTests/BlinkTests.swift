import TestSupport
import Testing

@testable import Liveness

struct BlinkTests {
  /// The blinks in lids that follow a function of time, at some rate, with noise.
  static func blinks(
    seconds: Double = 4, rate: Double = 25, noise: Double = 0.004,
    lids: (Double) -> (left: Double, right: Double)
  ) -> [Blink] {
    var detector = BlinkDetector()
    var random = SeededGenerator(seed: 3)
    for frame in 0..<Int(seconds * rate) {
      let time = Double(frame) / rate
      let (left, right) = lids(time)
      detector.observe(
        left: max(0, left + random.normal(deviation: noise)),
        right: max(0, right + random.normal(deviation: noise)),
        timeSeconds: time)
    }
    return detector.blinks
  }

  /// Lids at a level that close at a moment and are open again after `duration`.
  static func closing(_ level: Double, at moment: Double, duration: Double, to low: Double, _ time: Double)
    -> Double
  {
    let distance = abs(time - moment - duration / 2) / (duration / 2)
    return distance >= 1 ? level : low + (level - low) * max(0, 2 * distance - 1)
  }

  @Test(
    "a blink is found with its times, whatever the rate and the person's opening",
    arguments: [12.0, 25, 60], [0.14, 0.24, 0.32])
  func found(rate: Double, level: Double) throws {
    let blinks = Self.blinks(rate: rate) { time in
      let lid = Self.closing(level, at: 2, duration: 0.3, to: 0.03, time)
      return (lid, lid)
    }
    #expect(blinks.count == 1)
    let blink = try #require(blinks.first)
    #expect(abs(blink.beginSeconds - 2) <= 0.1)
    #expect(abs(blink.peakSeconds - 2.15) <= 0.1)
    #expect(blink.endSeconds >= blink.peakSeconds && blink.endSeconds <= 2.4)
    #expect(blink.remainingOpening < 0.6)
  }

  @Test("open eyes, a look down, a slow squint, a wink and closed eyes are no blinks")
  func notFound() {
    #expect(Self.blinks(noise: 0.01) { _ in (0.24, 0.24) }.isEmpty)
    #expect(Self.blinks { $0 < 1 || $0 > 3 ? (0.24, 0.24) : (0.1, 0.1) }.isEmpty)
    #expect(Self.blinks { (0.24 - 0.03 * $0, 0.24 - 0.03 * $0) }.isEmpty)
    #expect(Self.blinks { (0.24, Self.closing(0.24, at: 2, duration: 0.3, to: 0.02, $0)) }.isEmpty)
    #expect(Self.blinks { $0 < 2 ? (0.24, 0.24) : (0.02, 0.02) }.isEmpty)
  }

  @Test("after eyes that were closed for long the next blink is found")
  func afterClosing() {
    let blinks = Self.blinks(seconds: 6) { time in
      let lid = (1...3).contains(time) ? 0.02 : Self.closing(0.24, at: 4, duration: 0.25, to: 0.03, time)
      return (lid, lid)
    }
    #expect(blinks.count == 1)
    #expect(blinks.allSatisfy { $0.peakSeconds > 4 })
  }

  @Test("two blinks in a row do not overlap")
  func twice() {
    let blinks = Self.blinks { time in
      let lid = min(
        Self.closing(0.24, at: 2, duration: 0.25, to: 0.03, time),
        Self.closing(0.24, at: 2.3, duration: 0.25, to: 0.03, time))
      return (lid, lid)
    }
    #expect(blinks.count == 2)
    for (first, second) in zip(blinks, blinks.dropFirst()) {
      #expect(first.endSeconds <= second.beginSeconds)
    }
  }

  @Test("lids that tremble half way up are one blink, not one for every tremble", arguments: [25.0, 30, 60])
  func trembling(rate: Double) {
    let blinks = Self.blinks(rate: rate) { time in
      // Down within 0.1 s, then between 20 and 75 % eight times a second, up again after one second.
      guard (2...3).contains(time) else { return (0.24, 0.24) }
      let phase = (time - 2) * 8
      let lid = phase - phase.rounded(.down) < 0.5 ? 0.2 : 0.75
      return (0.24 * lid, 0.24 * lid)
    }
    #expect(blinks.count <= 4)
    for (first, second) in zip(blinks, blinks.dropFirst()) {
      #expect(second.peakSeconds - first.peakSeconds >= 0.25)
    }
  }

  @Test("frames that are far apart tell nothing")
  func slow() {
    #expect(Self.blinks(rate: 4) { time in time == 2 ? (0.02, 0.02) : (0.24, 0.24) }.isEmpty)
  }

  @Test("only the last blinks are kept, all are counted")
  func bounded() {
    var detector = BlinkDetector()
    for frame in 0..<25 * 200 {
      let time = Double(frame) / 25
      let lid = Self.closing(0.24, at: time.rounded(.down), duration: 0.3, to: 0.03, time)
      detector.observe(left: lid, right: lid, timeSeconds: time)
    }
    #expect(detector.blinks.count == 32)
    #expect(detector.count > 150)
  }
}
