import TestSupport
import Testing

@testable import Liveness

/// Synthetic tracks: a head and a picture, as the comparisons of their frames would tell.
struct MotionEvidenceTests {
  /// Comparisons of a face whose mesh turns by some degrees to each side.
  ///
  /// - Parameter share: How much of the turn the pixels show: 1 for a head, 0 for a picture.
  static func samples(
    turning degrees: Double, share: Double, noise: Double = 0.004, count: Int = 24, difference: Double = 0.07,
    seed: UInt64 = 5
  ) -> [ParallaxSample] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let turn = degrees * .pi / 180 * (Double(index % 12) / 6 - 1)
      let expected = SIMD2(turn + random.normal(deviation: 0.005), random.normal(deviation: 0.005))
      let measured = SIMD2(turn * share + random.normal(deviation: noise), random.normal(deviation: noise))
      return ParallaxSample(
        timeSeconds: Double(index) / 8, expected: expected, measured: measured, difference: difference)
    }
  }

  static func evidence(
    _ samples: [ParallaxSample], turn: Double, mouth: Double = 0, blinks: Int = 0,
    rules: MotionRules = .countingExpressions
  ) -> MotionEvidence {
    MotionEvidence(
      samples: samples, seconds: 3, turnDegrees: turn, mouthChange: mouth, blinkCount: blinks,
      rules: rules)
  }

  @Test("a head that turns is live", arguments: [3.0, 6, 10, 12], [1, 2, 3])
  func head(degrees: Double, seed: UInt64) {
    let evidence = Self.evidence(
      Self.samples(turning: degrees, share: 1, seed: seed), turn: 2 * degrees)
    #expect(evidence.verdict == .live)
    #expect(abs(evidence.depthRatio - 1) < 0.2)
    #expect(evidence.agreement > 0.9)
  }

  @Test("a picture whose mesh seems to turn is flat, never live", arguments: [3.0, 6, 10, 12], [1, 2, 3])
  func picture(degrees: Double, seed: UInt64) {
    let evidence = Self.evidence(
      Self.samples(turning: degrees, share: 0.05, seed: seed), turn: 2 * degrees)
    #expect(evidence.verdict != .live)
    if degrees > 3 { #expect(evidence.verdict == .flat) }
  }

  @Test("a face that keeps still is undecided, head or picture", arguments: [0.0, 1])
  func still(share: Double) {
    #expect(Self.evidence(Self.samples(turning: 0.3, share: share), turn: 0.8).verdict == .undecided)
    #expect(Self.evidence([], turn: 0).verdict == .undecided)
  }

  @Test("a blink or a moving mouth does not stand for depth")
  func lidsAndLips() {
    let still = Self.samples(turning: 0.3, share: 1)
    let evidence = Self.evidence(still, turn: 0.8, mouth: 0.3, blinks: 2, rules: MotionRules())
    #expect(evidence.verdict == .undecided)
    let head = Self.samples(turning: 6, share: 1)
    #expect(Self.evidence(head, turn: 12, rules: MotionRules()).verdict == .live)
  }

  @Test(
    "where expressions count, a blink or a moving mouth makes a still face live, but not one that moves as a picture"
  )
  func life() {
    let still = Self.samples(turning: 0.3, share: 1)
    #expect(Self.evidence(still, turn: 0.8, blinks: 1).verdict == .live)
    #expect(Self.evidence(still, turn: 0.8, mouth: 0.3).verdict == .live)
    #expect(Self.evidence(still, turn: 0.8, mouth: 0.1).verdict == .undecided)
    let picture = Self.samples(turning: 10, share: 0)
    #expect(Self.evidence(picture, turn: 20, mouth: 0.3, blinks: 2).verdict == .flat)
  }

  @Test("depth that does not go along with the turn is not that of a head")
  func disagreement() {
    var samples = Self.samples(turning: 8, share: 0)
    for (index, sample) in samples.enumerated() {
      samples[index] = ParallaxSample(
        timeSeconds: sample.timeSeconds, expected: sample.expected,
        measured: SIMD2(0, index % 2 == 0 ? 0.1 : -0.1), difference: 0.1)
    }
    #expect(Self.evidence(samples, turn: 16).verdict != .live)
  }

  @Test("one comparison that went wrong does not make a picture live")
  func outlier() {
    var samples = Self.samples(turning: 2, share: 0)
    samples[11] = ParallaxSample(
      timeSeconds: 1, expected: samples[11].expected, measured: samples[11].expected * 40, difference: 0.2)
    samples[12] = ParallaxSample(
      timeSeconds: 1, expected: SIMD2(0.05, 0), measured: SIMD2(0.5, 0), difference: 0.6)
    #expect(Self.evidence(samples, turn: 4).verdict != .live)
  }

  @Test("too few comparisons tell nothing about depth")
  func few() {
    #expect(Self.evidence(Self.samples(turning: 10, share: 1, count: 3), turn: 20).verdict == .undecided)
    #expect(Self.evidence(Self.samples(turning: 10, share: 0, count: 3), turn: 20).verdict == .undecided)
    let few = Self.samples(turning: 10, share: 1, count: 7)
    #expect(Self.evidence(few, turn: 20, mouth: 0.5, blinks: 3).verdict == .undecided)
  }
}
