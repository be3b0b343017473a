import FacelatchTestSupport
import Matching
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Whether an evaluation can begin")
struct PreflightTests {
  /// What may be wrong, in the order in which it is told.
  struct Trouble: OptionSet, CustomTestStringConvertible, Sendable {
    var rawValue: Int
    static let noCamera = Trouble(rawValue: 1)
    static let notEnrolled = Trouble(rawValue: 2)
    static let locked = Trouble(rawValue: 4)
    static let noPasscode = Trouble(rawValue: 8)
    var testDescription: String { "\(rawValue)" }
  }

  private func evaluator(_ trouble: Trouble) throws -> PolicyEvaluator {
    let household = try Household(enrolled: !trouble.contains(.notEnrolled))
    try household.store.update(Household.user) { (record) throws(StoreError) in
      if trouble.contains(.locked) { record?.attempts.failedMatches = 5 }
      if trouble.contains(.noPasscode) { record?.passcodeVerifier = nil }
    }
    return PolicyEvaluator(
      store: household.store, clock: household.clock,
      threshold: trouble.contains(.noCamera) ? nil : Score(0.5))
  }

  private func error(_ evaluator: PolicyEvaluator, _ policy: Policy) -> AuthenticationError? {
    do throws(Refusal) {
      try evaluator.canEvaluate(policy, user: Household.user)
      return nil
    } catch {
      return error.error
    }
  }

  private func outcome(_ evaluator: PolicyEvaluator, _ policy: Policy) -> Outcome {
    evaluator.evaluate(
      AuthenticationRequest(policy: policy, reason: "r"), user: Household.user,
      frames: FrameList([SyntheticFrame.face(Household.owner)]), reader: SyntheticReader(),
      prompt: ProgrammaticPrompt.always(Household.passcode))
  }

  @Test(
    "The first of availability, enrolment, lock and passcode that is missing is the error", arguments: 0..<16)
  func order(bits: Int) throws {
    let trouble = Trouble(rawValue: bits)
    let evaluator = try evaluator(trouble)
    let expected: AuthenticationError? =
      if trouble.contains(.noCamera) {
        .biometryNotAvailable
      } else if trouble.contains(.notEnrolled) {
        .biometryNotEnrolled
      } else if trouble.contains(.locked) {
        .biometryLockout
      } else if trouble.contains(.noPasscode) {
        .passcodeNotSet
      } else {
        nil
      }
    #expect(error(evaluator, .biometrics) == expected)
    #expect(outcome(evaluator, .biometrics).error == expected)
  }

  @Test("The device owner needs nothing but a passcode", arguments: 0..<16)
  func deviceOwner(bits: Int) throws {
    let trouble = Trouble(rawValue: bits)
    let evaluator = try evaluator(trouble)
    let expected: AuthenticationError? = trouble.contains(.noPasscode) ? .passcodeNotSet : nil
    #expect(error(evaluator, .deviceOwner) == expected)
    let outcome = outcome(evaluator, .deviceOwner)
    #expect(outcome.error == expected)
    if expected == nil { #expect(outcome.method == (bits == 0 ? .biometrics : .passcode)) }
  }

  @Test("Somebody unknown has neither face nor passcode")
  func unknownUser() throws {
    let store = MemoryStore()
    let evaluator = PolicyEvaluator(store: store, clock: TestClock(), threshold: Score(0.5))
    #expect(error(evaluator, .biometrics) == .biometryNotEnrolled)
    #expect(error(evaluator, .deviceOwner) == .passcodeNotSet)
    #expect(outcome(evaluator, .biometrics).error == .biometryNotEnrolled)
    #expect(outcome(evaluator, .deviceOwner).error == .passcodeNotSet)
    // Asking for somebody leaves no trace of them.
    #expect(try store.userNames().isEmpty)
  }

  @Test("Templates of another model count as not enrolled, and the outcome says to enrol again")
  func otherModel() throws {
    let household = try Household()
    let other = String(repeating: "b2", count: 32)
    let evaluator = PolicyEvaluator(
      store: household.store, clock: household.clock, threshold: Score(0.5), modelHash: other)
    #expect(error(evaluator, .biometrics) == .biometryNotEnrolled)
    let outcome = household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics, reason: "r"), user: Household.user,
      frames: FrameList([SyntheticFrame.face(Household.owner)]), reader: SyntheticReader(modelHash: other),
      prompt: ProgrammaticPrompt())
    #expect(outcome.error == .biometryNotEnrolled)
    #expect(outcome.obstacles.map(\.description).last?.contains("enrol again") == true)
  }

  @Test("Where asking is forbidden, what is missing comes first, then the refusal to ask")
  func notInteractive() throws {
    let household = try Household()
    #expect(
      household.evaluate(.biometrics, [SyntheticFrame.face(Household.owner)], interactionAllowed: false).error
        == .notInteractive)
    #expect(household.evaluate(.deviceOwner, [], interactionAllowed: false).error == .notInteractive)
    let empty = try Household(enrolled: false)
    #expect(empty.evaluate(.biometrics, [], interactionAllowed: false).error == .biometryNotEnrolled)
    #expect(empty.evaluate(.deviceOwner, [], interactionAllowed: false).error == .notInteractive)
  }

  @Test("Asking whether an evaluation can begin changes nothing")
  func harmless() throws {
    let household = try Household()
    let before = try household.store.record(of: Household.user)
    for _ in 0..<10 {
      _ = household.obstacle(.biometrics)
      _ = household.obstacle(.deviceOwner)
    }
    #expect(try household.store.record(of: Household.user) == before)
  }

  @Test("Every error has Apple's code, a name and two texts")
  func errors() {
    let codes: [(AuthenticationError, Int)] = [
      (.authenticationFailed, -1), (.userCancel, -2), (.userFallback, -3), (.systemCancel, -4),
      (.passcodeNotSet, -5), (.biometryNotAvailable, -6), (.biometryNotEnrolled, -7), (.biometryLockout, -8),
      (.appCancel, -9), (.invalidContext, -10), (.notInteractive, -1004),
    ]
    #expect(codes.count == AuthenticationError.allCases.count)
    for (error, code) in codes {
      #expect(error.code == code)
      #expect(error.longStandingText.hasSuffix(".") && error.recentText.hasSuffix("."))
    }
    #expect(Set(AuthenticationError.allCases.map(\.name)).count == codes.count)
    #expect(AuthenticationError.biometryNotEnrolled.longStandingText == "No identities are enrolled.")
  }
}
