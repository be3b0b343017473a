import Capture
import FacelatchTestSupport
import Imaging
import Matching
import Synchronization
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// How an evaluation goes on watching until it is known whether a living person is there.
@Suite("Watching for life")
struct LivenessFlowTests {
  /// One frame of a script: who is seen, on which track, and what is known afterwards.
  private struct Moment {
    var person = Household.owner
    var track = 1
    var liveness = LivenessReading.undecided(advice: nil)
    var notLive = false
    var isFace = true
    var inattention: Inattention?
    /// Whether the reader lets the frame count.
    var counts = true
  }

  /// Plays moments; the frame's index says which.
  private struct ScriptedReader: FaceReading {
    let moments: [Moment]
    let requirement: LivenessRequirement
    var neededSeconds = 0.0
    private(set) var liveness = LivenessReading.undecided(advice: nil)
    private(set) var track = 0
    private(set) var isCompared = true
    private var seen: FaceTemplate?

    init(_ moments: [Moment], requirement: LivenessRequirement) {
      self.moments = moments
      self.requirement = requirement
    }

    var modelHash: String { SyntheticReader.usualModel }

    mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
      let moment = moments[frame.index]
      (liveness, track, seen) = (moment.liveness, moment.track, nil)
      isCompared = moment.counts
      if moment.notLive { return .notLive(.movesLikePicture) }
      guard moment.isFace else { return .unusable(.noFace) }
      seen = SyntheticReader.template(person: moment.person, variation: UInt8(frame.index % 3))
      return .face(quality: 0.8, inattention: moment.inattention)
    }

    mutating func template() throws(EngineFailure) -> TemplateReading {
      seen.map { .template($0) } ?? .unusable(.noFace)
    }
  }

  /// A prompt that keeps what it is told and answers nothing.
  private final class Listener: PasscodePrompt {
    let advice = Mutex<[LivenessReason]>([])

    func passcode(_ request: PasscodeRequest) -> PasscodeAnswer { .unattended }
    func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision { .unattended }
    func advise(_ reason: LivenessReason, user: String) { advice.withLock { $0.append(reason) } }
  }

  private let household: Household
  private let listener = Listener()

  init() throws { household = try Household() }

  private func evaluate(
    _ moments: [Moment], requirement: LivenessRequirement = .motion, least: Assurance = .nothing
  ) -> Outcome {
    household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics, leastAssurance: least, reason: "open the door"),
      user: Household.user, frames: FrameList(moments.map { _ in Image(width: 1, height: 1) }),
      reader: ScriptedReader(moments, requirement: requirement), prompt: listener)
  }

  private let alive = Moment(liveness: .sufficient)

  @Test("As soon as life is certain, the face is compared; later frames are not read")
  func early() throws {
    let outcome = evaluate([Moment](repeating: Moment(), count: 20) + [alive] + [Moment(notLive: true)])
    #expect(outcome.authenticated)
    #expect(outcome.frames == 21)
  }

  @Test("Life alone lets nobody in before enough usable frames were seen")
  func usableFrames() throws {
    #expect(evaluate([alive, alive, alive, alive]).frames == household.rules.usableFramesPerTry)
  }

  @Test("A source that ends undecided is refused with what helps, and not charged")
  func undecided() throws {
    var moments = [Moment](repeating: Moment(), count: 10)
    for index in 5..<10 { moments[index].liveness = .undecided(advice: .tooLittleMotion) }
    let outcome = evaluate(moments)
    #expect(outcome.error == .authenticationFailed)
    #expect(outcome.score == nil)
    #expect(outcome.obstacles == [.lifeUndecided(.tooLittleMotion)])
    #expect(try household.attempts().failedMatches == 0)
    #expect(try household.attempts().undecidedTries == 1)
    // That somebody looks is told at once, what is missing when it is known.
    #expect(listener.advice.withLock { $0 } == [.challengeNotBegun, .tooLittleMotion])
  }

  @Test("A face that is judged a picture is charged, whoever it shows")
  func flat() throws {
    let outcome = evaluate([Moment(), Moment(), Moment(notLive: true)])
    #expect(outcome.error == .authenticationFailed)
    #expect(outcome.score == nil)
    #expect(outcome.obstacles == [.notLive(.movesLikePicture)])
    #expect(try household.attempts().failedMatches == 1)
  }

  @Test("A living stranger who then shows the owner's picture is not let in")
  func changedFace() throws {
    // On the same track: the compared face and the living one have to be alike.
    let stranger = Moment(person: Household.stranger)
    let swapped =
      [Moment](repeating: Moment(), count: 3) + [stranger, stranger]
      + [Moment(person: Household.stranger, liveness: .sufficient)]
    let outcome = evaluate(swapped)
    #expect(outcome.error == .authenticationFailed)
    #expect(outcome.score == nil)
    #expect(outcome.obstacles == [.faceChanged])
    #expect(try household.attempts().failedMatches == 1)
  }

  @Test(
    "A stranger who looks away and then holds up the owner's picture has not proved that the picture lives")
  func awayThenStill() throws {
    // The stranger's frames do not count, so the reader knows of no life when the picture comes.
    let away = Moment(person: Household.stranger, inattention: .lookingAway, counts: false)
    let still = Moment(liveness: .undecided(advice: .tooLittleMotion))
    let outcome = evaluate([Moment](repeating: away, count: 50) + [Moment](repeating: still, count: 50))
    #expect(outcome.error == .authenticationFailed && outcome.score == nil)
    #expect(outcome.obstacles.map(\.name) == ["lookingAway", "tooLittleMotion"])
    #expect(try household.attempts().failedMatches == 0)
    #expect(try household.attempts().undecidedTries == 1)
  }

  @Test("The owner's picture pasted among frames of a living stranger lets nobody in", arguments: [1, 3, 10])
  func pasted(count: Int) throws {
    // Even where a reader took both for one face: any two frames that count have to agree.
    let own = [Moment](repeating: Moment(), count: count)
    let stranger = [Moment](repeating: Moment(person: Household.stranger), count: 20)
    for moments in [own + stranger + own, stranger + own, own + stranger] {
      try household.store.update(Household.user) { (record) throws(StoreError) in
        record?.attempts.failedMatches = 0
      }
      let outcome = evaluate(moments + [Moment(person: Household.owner, liveness: .sufficient)])
      #expect(outcome.error == .authenticationFailed && outcome.score == nil)
      #expect(outcome.obstacles == [.faceChanged])
      #expect(try household.attempts().failedMatches == 1)
    }
  }

  @Test("Only frames that count are compared")
  func comparedFrames() throws {
    let other = Moment(person: Household.stranger, counts: false)
    let outcome = evaluate([Moment(), other, Moment(), other, Moment(liveness: .sufficient)])
    #expect(outcome.authenticated)
  }

  @Test("A try takes its time by the clock of the frames, at any rate", arguments: [2.0, 25, 120])
  func time(rate: Double) throws {
    let count = Int(rate * 30)
    let frames = (0..<count).map {
      Frame(Image(width: 1, height: 1), index: $0, seconds: Double($0) / rate)
    }
    let outcome = household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics), user: Household.user, frames: TimedFrames(frames: frames),
      reader: ScriptedReader([Moment](repeating: Moment(isFace: false), count: count), requirement: .motion),
      prompt: listener)
    let perTry = Double(outcome.frames) / Double(outcome.tries.count)
    #expect(abs(perTry / rate - household.rules.secondsPerTry) <= max(0.1, 1 / rate))
  }

  @Test("A try lasts as long as what is asked for", arguments: [(3.0, 10.0), (20, 20)])
  func challengeTime(needed: Double, expected: Double) throws {
    let frames = (0..<200).map { Frame(Image(width: 1, height: 1), index: $0, seconds: Double($0) / 4) }
    var reader = ScriptedReader(
      [Moment](repeating: Moment(isFace: false), count: 200), requirement: .challenge)
    reader.neededSeconds = needed
    let outcome = household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics), user: Household.user, frames: TimedFrames(frames: frames),
      reader: reader, prompt: listener)
    let first = try #require(outcome.tries.first)
    #expect(abs(Double(first.frames) / 4 - expected) <= 0.25)
  }

  /// Frames with times of their own.
  private struct TimedFrames: FrameSource {
    let frames: [Frame]
    private var position = 0

    init(frames: [Frame]) { self.frames = frames }

    var mayHaveMore: Bool { position < frames.count }

    mutating func next() throws(CaptureError) -> Frame? {
      guard position < frames.count else { return nil }
      position += 1
      return frames[position - 1]
    }
  }

  @Test("What was seen before the face was lost does not count")
  func brokenTrack() throws {
    let before = [Moment](repeating: Moment(), count: 5)
    let after = [Moment](
      repeating: Moment(person: Household.stranger, track: 2, liveness: .sufficient), count: 3)
    let outcome = evaluate(before + after)
    #expect(outcome.error == .authenticationFailed)
    #expect(try #require(outcome.score) < Score(0.5))
  }

  @Test("A face that leaves before life is certain is not compared")
  func leaving() throws {
    let outcome = evaluate(
      [Moment](repeating: Moment(), count: 5) + [Moment(liveness: .sufficient, isFace: false)])
    #expect(outcome.score == nil)
    #expect(try household.attempts().failedMatches == 0)
  }

  @Test(
    "The movements of a challenge are spoken one after the other, each when it is due, and the answer is worth it"
  )
  func challenge() throws {
    let steps: [LivenessReason] = [
      .challengeNotBegun, .challengeDue(.turnLeft), .challengeDue(.nod), .challengeDue(.turnLeft),
    ]
    let moments = steps.flatMap { step in
      [Moment](repeating: Moment(liveness: .undecided(advice: step)), count: 4)
    }
    let outcome = evaluate(moments + [alive], requirement: .challenge, least: .challenge)
    #expect(outcome.authenticated && outcome.assurance == .challenge)
    #expect(listener.advice.withLock { $0 } == steps)
    #expect(
      steps.map(\.request) == [
        "Look straight at the camera.", "Turn your head to your left and back.", "Nod.",
        "Turn your head to your left and back.",
      ])
  }

  @Test("A recording that ends before the last movement lets nobody in and is told which one is missing")
  func unfinishedChallenge() throws {
    let due = LivenessReason.challengeDue(.blink)
    let outcome = evaluate(
      [Moment](repeating: Moment(liveness: .undecided(advice: due)), count: 8), requirement: .challenge,
      least: .challenge)
    #expect(!outcome.authenticated && outcome.assurance == nil)
    #expect(outcome.obstacles == [.lifeUndecided(due)])
    #expect(try household.attempts().failedMatches == 0)
  }
}
