import Findings

/// Checks whether a followed face makes the movements of a challenge, one after the other and no others.
///
/// A movement counts once the head is back where it began. Blinks that nobody asked for are no mistake; other
/// movements are, because otherwise a recording in which a head moves in all directions would answer everything.
public struct ChallengeChecker: Sendable {
  public let challenge: Challenge
  public let rules: ChallengeRules

  /// How far the challenge has been answered.
  public private(set) var state = ChallengeState.waitingForStart

  private var position = 0
  private var stepStart = 0.0
  private var firstTime: Double?
  private var track: Int?
  private var start = StartPosition()
  private var farthest = Excursion()
  private var blinks = BlinkDetector()

  /// Where the head pointed at the beginning: the mean of some frames.
  private struct StartPosition: Sendable {
    var yaw = 0.0
    var pitch = 0.0
    var count = 0
    var since = 0.0
  }

  /// How far the head has gone from there since it was last back.
  private struct Excursion: Sendable {
    var left = 0.0
    var right = 0.0
    var vertical = 0.0
  }

  /// Seconds that the head has to be still at the beginning.
  private static let startSeconds = 0.3

  public init(_ challenge: Challenge, rules: ChallengeRules = ChallengeRules()) {
    self.challenge = challenge
    self.rules = rules
  }

  /// Takes the next frame.
  public mutating func observe(_ frame: TrackedFrame) {
    if let sample = HeadSample(frame) {
      observe(sample)
    } else {
      lose(timeSeconds: frame.timeSeconds)
    }
  }

  /// Takes what the next frame shows of the head.
  public mutating func observe(_ sample: HeadSample) {
    let blink = blinks.observe(
      left: sample.leftLid, right: sample.rightLid, timeSeconds: sample.timeSeconds)
    switch state {
    case .passed, .failed: return
    case .waitingForStart: begin(sample)
    case .due(let step):
      guard sample.trackNumber == track else {
        state = .failed(.faceLost)
        return
      }
      check(step, sample, blink)
    }
  }

  /// A frame without the face.
  private mutating func lose(timeSeconds: Double) {
    switch state {
    case .passed, .failed: return
    case .waitingForStart:
      start = StartPosition()
      expire(timeSeconds)
    case .due: state = .failed(.faceLost)
    }
  }

  private mutating func begin(_ sample: HeadSample) {
    let isStraight = max(abs(sample.yaw), abs(sample.pitch)) <= rules.largestStartAngle
    guard isStraight, sample.trackNumber == track || start.count == 0 else {
      start = StartPosition()
      expire(sample.timeSeconds)
      return
    }
    if start.count == 0 {
      start.since = sample.timeSeconds
      track = sample.trackNumber
    }
    start.yaw += sample.yaw
    start.pitch += sample.pitch
    start.count += 1
    guard sample.timeSeconds - start.since >= Self.startSeconds else {
      expire(sample.timeSeconds)
      return
    }
    start.yaw /= Double(start.count)
    start.pitch /= Double(start.count)
    next(at: sample.timeSeconds)
  }

  private mutating func expire(_ timeSeconds: Double) {
    let first = firstTime ?? timeSeconds
    firstTime = first
    if timeSeconds - first > rules.secondsToStart { state = .failed(.notStarted) }
  }

  private mutating func next(at timeSeconds: Double) {
    stepStart = timeSeconds
    farthest = Excursion()
    state = position < challenge.steps.count ? .due(challenge.steps[position]) : .passed
  }

  private mutating func check(_ step: ChallengeStep, _ sample: HeadSample, _ blink: Blink?) {
    let across = sample.yaw - start.yaw
    let up = sample.pitch - start.pitch
    farthest.left = max(farthest.left, across)
    farthest.right = max(farthest.right, -across)
    // A head that turns also seems to nod a little.
    if abs(across) < rules.turnDegrees / 2 { farthest.vertical = max(farthest.vertical, abs(up)) }
    if step == .blink, let blink, blink.beginSeconds >= stepStart + rules.reactionSeconds {
      let since = blink.endSeconds - rules.blinkSeconds
      let earliest = max(since, stepStart + rules.reactionSeconds)
      if blinks.blinks.count(where: { $0.beginSeconds >= earliest }) >= rules.blinkCount {
        finish(sample)
        return
      }
    }
    let isBack = max(abs(across), abs(up)) <= rules.returnDegrees
    if let made = movement {
      guard made == step else {
        state = .failed(.wrong(made, insteadOf: step))
        return
      }
      if isBack {
        finish(sample)
        return
      }
    } else if isBack {
      farthest = Excursion()
    }
    if sample.timeSeconds - stepStart > rules.secondsPerStep { state = .failed(.missing(step)) }
  }

  private mutating func finish(_ sample: HeadSample) {
    position += 1
    next(at: sample.timeSeconds)
  }

  /// What the head has done since it was last back; a turn hides a nod.
  private var movement: ChallengeStep? {
    if max(farthest.left, farthest.right) >= rules.turnDegrees {
      return farthest.left >= farthest.right ? .turnLeft : .turnRight
    }
    return farthest.vertical >= rules.nodDegrees ? .nod : nil
  }
}
