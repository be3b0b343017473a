import FacelatchTestSupport
import Matching
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// What happens where a comparison cannot be made.
@Suite("Comparisons that cannot be made")
struct UncomputablePasscodeTests {
  private let household: Household

  init() throws {
    household = try Household()
  }

  /// A verifier of which the library can compute nothing.
  private static let damaged = "$argon2id$v=19$m=8,t=1,p=1$c2FsdA"

  private func damage() throws {
    try household.store.update(Household.user) { (record) throws(StoreError) in
      record?.passcodeVerifier = Self.damaged
    }
  }

  @Test(
    "A passcode that cannot be compared is no wrong one, is not counted, and begins no pause",
    arguments: [0, 4, 9])
  func uncharged(failures: Int) throws {
    try damage()
    let start = household.clock.now()
    try household.store.update(Household.user) { (record) throws(StoreError) in
      record?.attempts.failedPasscodes = failures
      record?.attempts.passcodeDelayStart = failures > 4 ? start : nil
    }
    household.clock.advance(hours: 2)
    let before = try household.attempts()
    for _ in 0..<20 {
      let outcome = household.type(Household.passcode)
      #expect(outcome.error == .biometryNotAvailable)
      #expect(outcome.storeError == .cryptography(reason: "the passcode's verifier is damaged"))
      #expect(outcome.obstacles.allSatisfy { $0.name != "passcodeWrong" })
    }
    var after = try household.attempts()
    after.evaluation = before.evaluation
    #expect(after == before)
  }

  @Test("Who is charged by somebody else meanwhile stays charged")
  func others() {
    let clock = TestClock()
    let ledger = AttemptLedger(rules: .faceID, now: clock.now())
    var attempts = AttemptState(failedPasscodes: 3)
    let before = attempts
    ledger.chargePasscode(&attempts)
    ledger.chargePasscode(&attempts)
    #expect(attempts.passcodeDelayStart == clock.now())
    ledger.returnPasscode(&attempts, chargedOn: before)
    #expect(attempts.failedPasscodes == 4)
    #expect(attempts.passcodeDelayStart == clock.now())
  }

  @Test("Setting and changing a passcode name the cause too")
  func manager() throws {
    try damage()
    let manager = PasscodeManager.fast(household.store, clock: household.clock)
    #expect(throws: PasscodeError.store(.cryptography(reason: "the passcode's verifier is damaged"))) {
      try manager.change(user: Household.user, prompt: ProgrammaticPrompt.always(Household.passcode))
    }
    #expect(try household.attempts().failedPasscodes == 0)
  }

  /// Enrols the person with another model while her face is looked at.
  private struct ReplacingReader: FaceReading {
    var inner = SyntheticReader()
    let store: any Store
    var modelHash: String { inner.modelHash }

    mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome { try inner.read(frame) }

    mutating func template() throws(EngineFailure) -> TemplateReading {
      let other = SyntheticReader.template(person: 1, modelHash: String(repeating: "b2", count: 32))
      try? store.update(Household.user) { (record) throws(StoreError) in
        record?.appearances = [Appearance(label: "default", templates: other.map { [$0] } ?? [])]
      }
      return try inner.template()
    }
  }

  @Test("A face for which nothing comparable is enrolled any more is not counted either")
  func face() throws {
    let outcome = household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics), user: Household.user,
      frames: FrameList([SyntheticFrame.face(Household.owner)]),
      reader: ReplacingReader(store: household.store),
      prompt: ProgrammaticPrompt())
    #expect(outcome.error == .biometryNotEnrolled && outcome.score == nil)
    #expect(outcome.obstacles.last == .blocked(.biometryNotEnrolled))
    #expect(outcome.attemptsLeft == 5)
    #expect(try household.attempts().failedMatches == 0 && household.attempts().lastFailedMatch == nil)
  }
}
