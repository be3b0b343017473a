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
  }

  /// Plays moments; the frame's index says which.
  private struct ScriptedReader: FaceReading {
    let moments: [Moment]
    private(set) var liveness = LivenessReading.undecided(advice: nil)
    private(set) var track = 0
    private var seen: FaceTemplate?

    init(_ moments: [Moment]) { self.moments = moments }

    var modelHash: String { SyntheticReader.usualModel }

    mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
      let moment = moments[frame.index]
      (liveness, track, seen) = (moment.liveness, moment.track, nil)
      if moment.notLive { return .notLive(.movesLikePicture) }
      guard moment.isFace else { return .unusable(.noFace) }
      seen = SyntheticReader.template(person: moment.person, variation: UInt8(frame.index % 3))
      return .face(quality: 0.8, inattention: nil)
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

  private func evaluate(_ moments: [Moment]) -> Outcome {
    household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics, reason: "open the door"), user: Household.user,
      frames: FrameList(moments.map { _ in Image(width: 1, height: 1) }), reader: ScriptedReader(moments),
      prompt: listener)
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
    #expect(listener.advice.withLock { $0 } == [.tooLittleMotion])
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
}
