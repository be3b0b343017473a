import FacelatchTestSupport
import Imaging
import Matching

@testable import Facelatch
@testable import Policy
@testable import Store

/// A store in memory or on disk with one enrolled person, and shortcuts for what tests do with it.
struct Household {
  static let user = "ada"
  static let passcode = "correct horse"
  /// Ada's face and the one of somebody who is not enrolled.
  static let owner: UInt8 = 1
  static let stranger: UInt8 = 99

  let store: any Store
  let clock: TestClock
  var rules: PolicyRules
  var audit: AuditLog?

  init(
    store: any Store = MemoryStore(), clock: TestClock = TestClock(), rules: PolicyRules = .faceID,
    enrolled: Bool = true, audit: AuditLog? = nil
  ) throws {
    (self.store, self.clock, self.rules, self.audit) = (store, clock, rules, audit)
    try PasscodeManager.fast(store, clock: clock, rules: rules).set(
      user: Self.user, prompt: ProgrammaticPrompt.always(Self.passcode))
    if enrolled { try enrol() }
  }

  func enrol(label: String = "default", person: UInt8 = Household.owner) throws {
    _ = try Enroller(store: store, clock: clock, rules: rules, threshold: Score(0.5)).enrol(
      user: Self.user, label: label, frames: FrameList([SyntheticFrame.face(person)]),
      reader: SyntheticReader(),
      prompt: ProgrammaticPrompt.always(Self.passcode))
  }

  var evaluator: PolicyEvaluator {
    PolicyEvaluator(store: store, clock: clock, rules: rules, threshold: Score(0.5), audit: audit)
  }

  /// Evaluates with frames and a prompt; without a prompt nobody answers.
  func evaluate(
    _ policy: Policy, _ frames: [Image], prompt: some PasscodePrompt = ProgrammaticPrompt(),
    fallbackTitle: String? = nil, interactionAllowed: Bool = true,
    cancellation: CancellationFlag = CancellationFlag()
  ) -> Outcome {
    evaluator.evaluate(
      AuthenticationRequest(
        policy: policy, reason: "open the door", fallbackTitle: fallbackTitle,
        interactionAllowed: interactionAllowed, cancellation: cancellation),
      user: Self.user, frames: FrameList(frames), reader: SyntheticReader(), prompt: prompt)
  }

  /// One evaluation with one face and nobody at the prompt.
  func show(_ person: UInt8) -> Outcome { evaluate(.biometrics, [SyntheticFrame.face(person)]) }

  /// One evaluation that goes straight to the passcode.
  func type(_ passcode: String) -> Outcome {
    evaluate(.deviceOwner, [], prompt: ProgrammaticPrompt(answer: oneAnswer(passcode)))
  }

  /// The error of the question whether a policy can be evaluated.
  func obstacle(_ policy: Policy) -> AuthenticationError? {
    do throws(Refusal) {
      try evaluator.canEvaluate(policy, user: Self.user)
      return nil
    } catch {
      return error.error
    }
  }

  func attempts() throws -> AttemptState {
    try store.record(of: Self.user)?.attempts ?? AttemptState()
  }
}

/// Answers the first question, then nobody is there.
func oneAnswer(_ passcode: String) -> @Sendable (PasscodeRequest) -> PasscodeAnswer {
  { $0.wrongAnswers == 0 ? .passcode(Array(passcode.utf8)) : .unattended }
}
