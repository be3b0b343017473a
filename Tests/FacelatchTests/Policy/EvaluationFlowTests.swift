import FacelatchTestSupport
import Imaging
import Matching
import Synchronization
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// Answers from a list and remembers what was asked.
final class ScriptedPrompt: PasscodePrompt {
  private struct State {
    var decisions: [PromptDecision]
    var passcodes: [PasscodeAnswer]
    var offers: [[PromptOption]] = []
    var causes: [Try.Cause] = []
    var titles: [String] = []
    var requests: [PasscodeRequest] = []
  }

  private let state: Mutex<State>

  init(decisions: [PromptDecision] = [], passcodes: [PasscodeAnswer] = []) {
    state = Mutex(State(decisions: decisions, passcodes: passcodes))
  }

  var offers: [[PromptOption]] { state.withLock { $0.offers } }
  var causes: [Try.Cause] { state.withLock { $0.causes } }
  var titles: [String] { state.withLock { $0.titles } }
  var requests: [PasscodeRequest] { state.withLock { $0.requests } }

  func passcode(_ request: PasscodeRequest) -> PasscodeAnswer {
    state.withLock {
      $0.requests.append(request)
      return $0.passcodes.isEmpty ? .unattended : $0.passcodes.removeFirst()
    }
  }

  func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision {
    state.withLock {
      $0.offers.append(options)
      $0.causes.append(failure.cause)
      $0.titles.append("\(failure.fallbackTitle)|\(failure.cancelTitle)")
      return $0.decisions.isEmpty ? .unattended : $0.decisions.removeFirst()
    }
  }
}

private func typed(_ text: String) -> PasscodeAnswer { .passcode(Array(text.utf8)) }

@Suite("The course of one evaluation")
struct EvaluationFlowTests {
  /// Frames such that each try sees one of them.
  private func tries(_ people: UInt8...) -> [Image] { people.map { SyntheticFrame.face($0) } }

  private func household() throws -> Household {
    var rules = PolicyRules.faceID
    rules.usableFramesPerTry = 1
    return try Household(rules: rules)
  }

  @Test("A match at once asks nothing")
  func immediateSuccess() throws {
    for policy in Policy.allCases {
      let prompt = ScriptedPrompt()
      let outcome = try household().evaluate(policy, tries(1, 1), prompt: prompt)
      #expect(outcome.method == .biometrics && outcome.frames == 1)
      #expect(prompt.offers.isEmpty && prompt.requests.isEmpty)
    }
  }

  @Test("After the first failure the face can be tried again, without any way out but cancelling")
  func retry() throws {
    for policy in Policy.allCases {
      let prompt = ScriptedPrompt(decisions: [.option(.retry)])
      let outcome = try household().evaluate(policy, tries(99, 1), prompt: prompt)
      #expect(outcome.method == .biometrics)
      #expect(prompt.offers == [[.retry, .cancel]] && prompt.causes == [.noMatch])
    }
  }

  @Test("After the second failure the person chooses another way in or gives up")
  func secondFailure() throws {
    let prompt = ScriptedPrompt(decisions: [.option(.retry), .option(.fallback)])
    let household = try household()
    let outcome = household.evaluate(.biometrics, tries(99, 99, 1), prompt: prompt)
    #expect(outcome.error == .userFallback && outcome.frames == 2)
    #expect(prompt.offers == [[.retry, .cancel], [.fallback, .cancel]])
    #expect(try household.attempts().failedMatches == 2)
  }

  @Test("The device owner's fallback is the passcode in the same evaluation")
  func deviceOwnerFallback() throws {
    let prompt = ScriptedPrompt(
      decisions: [.option(.retry), .option(.fallback)], passcodes: [typed(Household.passcode)])
    let household = try household()
    let outcome = household.evaluate(.deviceOwner, tries(99, 99, 1), prompt: prompt)
    #expect(outcome.method == .passcode && outcome.error == nil)
    #expect(prompt.requests.map(\.purpose) == [.authentication(.chosen)])
    #expect(try household.attempts().failedMatches == 0)
  }

  @Test("Cancelling ends it, at the first and at the second failure")
  func cancel() throws {
    for decisions in [[PromptDecision.option(.cancel)], [.option(.retry), .option(.cancel)]] {
      for policy in Policy.allCases {
        let outcome = try household().evaluate(
          policy, tries(99, 99), prompt: ScriptedPrompt(decisions: decisions))
        #expect(outcome.error == .userCancel)
      }
    }
  }

  @Test("An empty title hides the app's own way in, but never the passcode")
  func hiddenFallback() throws {
    let prompt = ScriptedPrompt(decisions: [.option(.retry), .option(.fallback)])
    let outcome = try household().evaluate(.biometrics, tries(99, 99), prompt: prompt, fallbackTitle: "")
    #expect(prompt.offers == [[.retry, .cancel], [.cancel]])
    #expect(outcome.error == .userCancel)
    let owner = ScriptedPrompt(decisions: [.option(.retry)])
    _ = try household().evaluate(.deviceOwner, tries(99, 99), prompt: owner, fallbackTitle: "")
    #expect(owner.offers.last == [.fallback, .cancel])
  }

  @Test("The app's titles reach the prompt, usual ones stand in for missing ones")
  func titles() throws {
    let own = ScriptedPrompt()
    _ = try household().evaluate(.biometrics, tries(99), prompt: own, fallbackTitle: "Use PIN")
    #expect(own.titles == ["Use PIN|Cancel"])
    let usual = ScriptedPrompt()
    _ = try household().evaluate(.biometrics, tries(99), prompt: usual)
    #expect(usual.titles == ["Enter Password|Cancel"])
    let owner = ScriptedPrompt()
    _ = try household().evaluate(.deviceOwner, tries(99), prompt: owner)
    #expect(owner.titles == ["Enter Passcode|Cancel"])
  }

  @Test("With no more frames the face is not offered again")
  func lastFrame() throws {
    let prompt = ScriptedPrompt(decisions: [.option(.fallback)])
    #expect(try household().evaluate(.biometrics, tries(99), prompt: prompt).error == .userFallback)
    #expect(prompt.offers == [[.fallback, .cancel]])
  }

  @Test("With nobody there one attempt is taken; only where nothing was judged another try follows")
  func unattended() throws {
    var household = try household()
    let failed = household.evaluate(.biometrics, tries(99, 1))
    #expect(failed.error == .authenticationFailed && failed.frames == 1)
    #expect(try household.attempts().failedMatches == 1)
    household.rules.secondsPerTry = 0.01
    let late = household.evaluate(
      .biometrics, [SyntheticFrame.of(.noFace), SyntheticFrame.face(Household.owner)])
    #expect(late.authenticated && late.tries.count == 2)
    #expect(late.tries.first?.obstacles == [.noFace])
  }

  @Test("With nobody to choose the passcode is still taken, for example from a descriptor")
  func unattendedPasscode() throws {
    let prompt = ScriptedPrompt(passcodes: [typed(Household.passcode)])
    #expect(try household().evaluate(.deviceOwner, tries(99, 99), prompt: prompt).method == .passcode)
  }

  @Test("The fifth failure in the middle of an evaluation ends the face's turn")
  func lockoutInside() throws {
    for policy in Policy.allCases {
      let household = try household()
      for _ in 0..<4 { _ = household.evaluate(.biometrics, tries(99)) }
      let prompt = ScriptedPrompt(decisions: [.option(.retry)], passcodes: [typed(Household.passcode)])
      let outcome = household.evaluate(policy, tries(99, 1), prompt: prompt)
      #expect(prompt.offers.isEmpty)
      if policy == .biometrics {
        #expect(outcome.error == .biometryLockout)
      } else {
        #expect(
          outcome.method == .passcode && prompt.requests.map(\.purpose) == [.authentication(.lockedOut)])
        #expect(household.obstacle(.biometrics) == nil)
      }
    }
  }

  @Test("A frame without a face costs a try of this evaluation, but none of the five")
  func unusable() throws {
    let household = try household()
    let prompt = ScriptedPrompt(decisions: [.option(.retry), .option(.cancel)])
    let outcome = household.evaluate(
      .biometrics,
      [SyntheticFrame.of(.severalFaces), SyntheticFrame.of(.severalFaces), SyntheticFrame.face(1)],
      prompt: prompt)
    #expect(outcome.error == .userCancel)
    #expect(prompt.causes == [.severalFaces, .severalFaces])
    #expect(try household.attempts().failedMatches == 0)
  }

  @Test("The device owner goes straight to the passcode where no face can be compared")
  func straightToPasscode() throws {
    let household = try Household(enrolled: false)
    let prompt = ScriptedPrompt(passcodes: [typed(Household.passcode)])
    #expect(household.evaluate(.deviceOwner, tries(1), prompt: prompt).method == .passcode)
    #expect(prompt.requests.map(\.purpose) == [.authentication(.biometryNotEnrolled)])
    #expect(prompt.requests.map(\.reason) == ["open the door"])
  }

  @Test("A wrong passcode is asked for again")
  func passcodeAgain() throws {
    let household = try Household(enrolled: false)
    let prompt = ScriptedPrompt(passcodes: [typed("no"), typed("nor this"), typed(Household.passcode)])
    let outcome = household.evaluate(.deviceOwner, [], prompt: prompt)
    #expect(outcome.method == .passcode && outcome.error == nil)
    #expect(prompt.requests.map(\.wrongAnswers) == [0, 1, 2])
  }

  @Test(
    "Each way to leave the passcode has its error",
    arguments: [
      (PasscodeAnswer.cancelled, AuthenticationError.userCancel), (.systemCancelled, .systemCancel),
      (.useFallback, .userFallback), (.unattended, .notInteractive),
      (.refused(.tooLong(limit: 1_024)), .authenticationFailed),
    ])
  func passcodeMissing(answer: PasscodeAnswer, error: AuthenticationError) throws {
    let household = try Household(enrolled: false)
    let outcome = household.evaluate(.deviceOwner, [], prompt: ScriptedPrompt(passcodes: [answer]))
    #expect(outcome.error == error)
    // Nothing was compared, so nothing is charged.
    #expect(try household.attempts().failedPasscodes == 0)
  }

  @Test("A broken engine is not the person's fault: the face is unavailable, the passcode remains")
  func brokenEngine() throws {
    let household = try household()
    let outcome = household.evaluate(.biometrics, [SyntheticFrame.of(.engineTrouble)])
    #expect(
      outcome.error == .biometryNotAvailable
        && outcome.obstacles == [.engine(EngineFailure(.models, "the model is broken"))])
    let prompt = ScriptedPrompt(passcodes: [typed(Household.passcode)])
    #expect(
      household.evaluate(.deviceOwner, [SyntheticFrame.of(.engineTrouble)], prompt: prompt).method
        == .passcode)
    #expect(prompt.requests.map(\.purpose) == [.authentication(.biometryNotAvailable)])
  }

  @Test("Frames that cannot be read are passed over, a source that fails ends the try")
  func brokenFrames() throws {
    struct Faulty: FrameSource {
      var results: [Result<Image, CaptureError>]
      var mayHaveMore: Bool { !results.isEmpty }
      mutating func next() throws(CaptureError) -> Frame? {
        results.isEmpty ? nil : Frame(try results.removeFirst().get())
      }
    }
    let household = try Household()
    func evaluate(_ results: [Result<Image, CaptureError>]) -> Outcome {
      household.evaluator.evaluate(
        AuthenticationRequest(policy: .biometrics, reason: "r"), user: Household.user,
        frames: Faulty(results: results), reader: SyntheticReader(), prompt: ProgrammaticPrompt())
    }
    let passed = evaluate([
      .failure(.unreadable(FrameOrigin(name: "a.jpg", file: 0), .empty(name: "a.jpg"))),
      .success(SyntheticFrame.face(1)),
    ])
    #expect(passed.authenticated && passed.frames == 2)
    let failed = evaluate([
      .failure(.source(name: "camera", reason: "gone")), .success(SyntheticFrame.face(1)),
    ])
    #expect(
      failed.error == .biometryNotAvailable
        && failed.obstacles.first == .unreadable(.source(name: "camera", reason: "gone")))
    // What was seen before counts.
    let cut = CaptureError.truncated(name: "clip", frames: 1)
    #expect(evaluate([.success(SyntheticFrame.face(1)), .failure(cut)]).authenticated)
    let empty = evaluate([.success(SyntheticFrame.of(.noFace)), .failure(cut)])
    #expect(empty.error == .authenticationFailed && empty.obstacles.last == .unreadable(cut))
  }

  @Test("No frame at all is no attempt")
  func noFrames() throws {
    let household = try household()
    let outcome = household.evaluate(.biometrics, [])
    #expect(outcome.error == .authenticationFailed && outcome.obstacles == [.noFrame])
    #expect(try household.attempts().failedMatches == 0)
  }

  @Test("Success hands out a token, failure none")
  func token() throws {
    let household = try household()
    let token = try #require(household.evaluate(.biometrics, tries(1)).releaseToken)
    #expect(
      token.user == Household.user && token.method == .biometrics && token.issued == household.clock.now())
    #expect(household.type(Household.passcode).releaseToken?.method == .passcode)
    #expect(household.type("wrong").releaseToken == nil)
  }
}
