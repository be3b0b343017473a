import Capture
import FacelatchTestSupport
import Imaging
import Matching
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// Tries that show the enrolled face and no life are limited, so that nobody plays attacks until one passes.
@Suite("Undecided tries")
struct UndecidedLimitTests {
  /// Shows one person of whom it stays unknown whether the face lives, until the last frame.
  private struct WatchedReader: FaceReading {
    let person: UInt8
    var isAliveAtLast = false
    let frameCount: Int
    var look: @Sendable (Int) -> Void = { _ in }
    private(set) var liveness = LivenessReading.undecided(advice: nil)
    private var seen: FaceTemplate?

    init(
      _ person: UInt8, isAliveAtLast: Bool, frameCount: Int,
      look: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
      (self.person, self.isAliveAtLast, self.frameCount) = (person, isAliveAtLast, frameCount)
      self.look = look
    }

    var modelHash: String { SyntheticReader.usualModel }

    mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
      look(frame.index)
      seen = SyntheticReader.template(person: person, variation: UInt8(frame.index % 3))
      liveness =
        isAliveAtLast && frame.index == frameCount - 1
        ? .sufficient : .undecided(advice: .tooLittleMotion)
      return .face(quality: 0.8, inattention: nil)
    }

    mutating func template() throws(EngineFailure) -> TemplateReading {
      seen.map { .template($0) } ?? .unusable(.noFace)
    }
  }

  private static let limit = 8

  @discardableResult
  private func watch(
    _ household: Household, _ person: UInt8 = Household.owner, alive: Bool = false, frames: Int = 10,
    look: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Outcome {
    household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics, reason: "open the door"), user: Household.user,
      frames: FrameList([Image](repeating: Image(width: 1, height: 1), count: frames)),
      reader: WatchedReader(person, isAliveAtLast: alive, frameCount: frames, look: look),
      prompt: ProgrammaticPrompt())
  }

  @Test(
    "After eight tries that showed the enrolled face and no life the passcode is needed", arguments: [1, 10])
  func limit(frames: Int) throws {
    let household = try Household()
    for number in 1...Self.limit {
      let outcome = watch(household, frames: frames)
      #expect(
        outcome.error == (number < Self.limit ? .authenticationFailed : .biometryLockout)
          && outcome.score == nil)
      #expect(try household.attempts().undecidedTries == number)
      #expect(try household.attempts().failedMatches == 0)
      #expect(outcome.obstacles.contains(.blocked(.undecidedTooOften)) == (number == Self.limit))
    }
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    let refused = watch(household, alive: true)
    #expect(refused.error == .biometryLockout && refused.frames == 0)
    #expect(refused.obstacles == [.blocked(.undecidedTooOften)])
    #expect(household.type(Household.passcode).authenticated)
    #expect(try household.attempts().undecidedTries == 0)
    #expect(watch(household, alive: true).authenticated)
  }

  @Test("The last try that is allowed may still succeed, and takes all back")
  func success() throws {
    let household = try Household()
    for _ in 1..<Self.limit { watch(household) }
    #expect(watch(household, alive: true).authenticated)
    #expect(try household.attempts().undecidedTries == 0)
  }

  @Test("Somebody who is not enrolled is not counted, and learns no more than the owner does")
  func stranger() throws {
    let household = try Household()
    let own = watch(household)
    let other = watch(household, Household.stranger)
    #expect(try household.attempts().undecidedTries == 1)
    #expect(own.obstacles == other.obstacles && own.error == other.error)
    #expect(own.attemptsLeft == other.attemptsLeft && own.tries == other.tries)
  }

  @Test("It is counted on disk as soon as the face was shown, so that ending the process saves nothing")
  func kill() throws {
    let folder = try TemporaryFolder()
    let household = try Household(store: try SQLiteStore(directory: Path(folder.store)))
    let (directory, enough) = (folder.store, household.rules.usableFramesPerTry)
    watch(household, frames: 20) { index in
      let count = (try? SQLiteStore(directory: Path(directory)).record(of: Household.user))??.attempts
        .undecidedTries
      #expect(count == (index < enough ? 0 : 1))
    }
    let again = try SQLiteStore(directory: Path(directory))
    #expect(try again.record(of: Household.user)?.attempts.undecidedTries == 1)
  }

  @Test("Without the rule nothing is limited")
  func never() throws {
    var rules = PolicyRules.faceID
    rules.undecidedLimit = nil
    let household = try Household(rules: rules)
    for _ in 0...Self.limit { watch(household) }
    #expect(watch(household, alive: true).authenticated)
  }
}
