import FaceAnalysis
import Findings
import TestSupport
import Testing

@testable import Liveness

struct ChallengeTests {
  /// A head that makes movements, 25 times a second.
  struct Head {
    var samples: [HeadSample] = []
    var track = 1
    private var random = SeededGenerator(seed: 11)
    private var time = 100.0

    mutating func frame(yaw: Double = 0, pitch: Double = 0, lid: Double = 0.24) {
      time += 0.04
      samples.append(
        HeadSample(
          timeSeconds: time, trackNumber: track, yaw: 3 + yaw + random.normal(deviation: 0.4),
          pitch: -2 + pitch + random.normal(deviation: 0.4), leftLid: lid + random.normal(deviation: 0.004),
          rightLid: lid + random.normal(deviation: 0.004)))
    }

    mutating func rest(_ seconds: Double) {
      for _ in 0..<Int(seconds * 25) { frame() }
    }

    /// There and back within a second.
    mutating func move(yaw: Double = 0, pitch: Double = 0) {
      for step in 0..<25 {
        let share = 1 - abs(Double(step) - 12) / 12
        frame(yaw: yaw * share, pitch: pitch * share)
      }
    }

    mutating func blink() {
      for lid in [0.15, 0.05, 0.03, 0.06, 0.16, 0.22] { frame(lid: lid) }
    }

    mutating func make(_ step: ChallengeStep) {
      rest(0.4)
      switch step {
      case .turnLeft: move(yaw: 30)
      case .turnRight: move(yaw: -30)
      case .nod: move(pitch: -18)
      case .blink:
        blink()
        rest(0.3)
        blink()
      }
      rest(0.4)
    }
  }

  static func state(_ challenge: Challenge, _ head: Head) -> ChallengeState {
    var checker = ChallengeChecker(challenge)
    for sample in head.samples { checker.observe(sample) }
    return checker.state
  }

  /// All challenges of a number of steps.
  static func all(_ count: Int) -> [Challenge] {
    var sequences: [[ChallengeStep]] = [[]]
    for _ in 0..<count {
      sequences = sequences.flatMap { steps in ChallengeStep.allCases.map { steps + [$0] } }
    }
    return sequences.compactMap { Challenge(steps: $0) }
  }

  static func answer(_ challenge: Challenge) -> Head {
    var head = Head()
    head.rest(0.6)
    for step in challenge.steps { head.make(step) }
    return head
  }

  @Test("a nonce always draws the same challenge, all nonces draw all 36 about equally often")
  func draw() {
    var counts: [[ChallengeStep]: Int] = [:]
    for number in 0..<7_200 {
      let nonce = [UInt8(number & 255), UInt8(number >> 8), 9]
      let challenge = Challenge(nonce: nonce)
      #expect(challenge == Challenge(nonce: nonce))
      counts[challenge.steps, default: 0] += 1
    }
    #expect(counts.count == 36)
    #expect(counts.values.allSatisfy { (140...260).contains($0) })
    #expect(counts.keys.allSatisfy { Challenge(steps: $0) != nil })
  }

  @Test("one to three steps are drawn, none of which follows itself")
  func stepCounts() {
    for count in -1...5 {
      #expect(Challenge(nonce: [1, 2, 3], stepCount: count).steps.count == min(3, max(1, count)))
    }
    #expect(Challenge(steps: []) == nil)
    #expect(Challenge(steps: [.nod, .nod]) == nil)
    #expect(Challenge(steps: [.nod, .blink, .nod, .blink]) == nil)
    #expect(Self.all(3).count == 36)
  }

  @Test("the right movements answer every challenge, and no challenge that differs")
  func answers() {
    let challenges = Self.all(1) + Self.all(2) + Self.all(3)
    for challenge in challenges {
      let head = Self.answer(challenge)
      for other in Self.all(challenge.steps.count) {
        #expect((Self.state(other, head) == .passed) == (other == challenge))
      }
    }
  }

  @Test("turning to the own left is a positive yaw, which is the right of the picture")
  func direction() throws {
    let left = try #require(Challenge(steps: [.turnLeft]))
    var head = Head()
    head.rest(0.6)
    head.move(yaw: 30)
    #expect(Self.state(left, head) == .passed)
    // In this portrait the head points to the left of the picture, the person's own right.
    let analyzer = FaceAnalyzer(models: try Bundled.models())
    let portrait = try Sample.image("obama2.jpg")
    let seen = try #require(try analyzer.analyze(portrait).first)
    let mirrored = try #require(try analyzer.analyze(portrait.mirrored).first)
    #expect(seen.mesh[.noseTip].x < seen.landmarks5.leftEye.middle(to: seen.landmarks5.rightEye).x)
    #expect(seen.pose.yaw < -10)
    #expect(mirrored.pose.yaw > 10)
  }

  @Test("the failure tells what was missing or wrong")
  func failures() throws {
    let challenge = try #require(Challenge(steps: [.turnLeft, .blink]))
    var wrong = Head()
    wrong.rest(0.6)
    wrong.make(.turnRight)
    #expect(Self.state(challenge, wrong) == .failed(.wrong(.turnRight, insteadOf: .turnLeft)))
    var still = Head()
    still.rest(7)
    #expect(Self.state(challenge, still) == .failed(.missing(.turnLeft)))
    var half = Head()
    half.rest(0.6)
    half.make(.turnLeft)
    #expect(Self.state(challenge, half) == .due(.blink))
    half.rest(6)
    #expect(Self.state(challenge, half) == .failed(.missing(.blink)))
    var changed = Head()
    changed.rest(0.6)
    changed.make(.turnLeft)
    changed.track = 2
    changed.make(.blink)
    #expect(Self.state(challenge, changed) == .failed(.faceLost))
    var away = Head()
    for _ in 0..<200 { away.frame(yaw: 40) }
    #expect(Self.state(challenge, away) == .failed(.notStarted))
  }

  @Test("small movements do not count, and blinks that nobody asked for do no harm")
  func tolerance() throws {
    let challenge = try #require(Challenge(steps: [.turnLeft, .nod]))
    var head = Head()
    head.rest(0.6)
    head.blink()
    head.move(yaw: 12)
    head.move(yaw: -12, pitch: 6)
    head.make(.turnLeft)
    head.blink()
    head.make(.nod)
    #expect(Self.state(challenge, head) == .passed)
  }

  @Test("one blink, or two that are far apart, do not answer the request to blink")
  func naturalBlinks() throws {
    let challenge = try #require(Challenge(steps: [.blink]))
    var head = Head()
    head.rest(1)
    head.blink()
    head.rest(3)
    head.blink()
    #expect(Self.state(challenge, head) == .due(.blink))
  }

  @Test("a blink that was on its way when it was asked for does not count")
  func reaction() throws {
    let challenge = try #require(Challenge(steps: [.nod, .blink]))
    var head = Head()
    head.rest(0.6)
    head.move(pitch: -18)
    head.blink()
    head.rest(0.3)
    head.blink()
    #expect(Self.state(challenge, head) == .due(.blink))
    head.rest(0.3)
    head.blink()
    #expect(Self.state(challenge, head) == .passed)
  }

  @Test("frames without a face fail a challenge that has begun, and only delay one that has not")
  func faceLost() throws {
    let challenge = try #require(Challenge(steps: [.blink]))
    var checker = ChallengeChecker(challenge)
    checker.observe(TrackedFrame(timeSeconds: 100, outcome: .none, trackNumber: 0))
    #expect(checker.state == .waitingForStart)
    var head = Head()
    head.rest(0.6)
    for sample in head.samples { checker.observe(sample) }
    #expect(checker.state == .due(.blink))
    checker.observe(TrackedFrame(timeSeconds: 101, outcome: .several(count: 2), trackNumber: 1))
    #expect(checker.state == .failed(.faceLost))
  }
}
