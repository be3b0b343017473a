import ClientSnippets
import Facelatch
import Foundation
import LocalAuthentication
import TestSupport
import Testing

/// The mirror over the real engine: what the tutorials expect of the prompt, the limits and the fallbacks.
@Suite("Contexts on the policy engine", .timeLimit(.minutes(5)))
struct EngineTests {
  private let face = LAPolicy.deviceOwnerAuthenticationWithBiometrics
  private let owner = LAPolicy.deviceOwnerAuthentication

  @Test("Row 12: a face that matches at once is asked nothing")
  func row12() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.owner)
    #expect(await LAContext(evaluator: engine).reply(to: face).success)
    #expect(engine.scene.offers.isEmpty && engine.scene.questions.isEmpty)
  }

  @Test("Row 17: the fallback is offered only after failed tries")
  func row17() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.stranger, .stranger)
    engine.scene.chooses(.retry, .fallback)
    #expect(await LAContext(evaluator: engine).reply(to: face).code == .userFallback)
    #expect(engine.scene.offers == [[.retry, .cancel], [.fallback, .cancel]])
  }

  @Test("an empty fallback title hides the app's own way in, not the passcode")
  func hiddenFallback() async throws {
    for (policy, options) in [(face, [PromptOption.cancel]), (owner, [.fallback, .cancel])] {
      let engine = try PlayedEngine()
      engine.scene.comes(.stranger, .stranger)
      engine.scene.chooses(.retry, .cancel)
      let context = LAContext(evaluator: engine)
      context.localizedFallbackTitle = ""
      #expect(await context.reply(to: policy).code == .userCancel)
      #expect(engine.scene.offers.last == options)
    }
  }

  @Test("authenticationFailed: wrong passcodes until the evaluation takes no more")
  func authenticationFailed() async throws {
    let engine = try PlayedEngine(isEnrolled: false)
    engine.scene.types("1", "2", "3", "4", "5", "6")
    let reply = await LAContext(evaluator: engine).reply(to: owner)
    #expect(reply.code == .authenticationFailed)
    // The fifth wrong one begins a pause, which ends the evaluation.
    #expect(engine.scene.questions.count == 5)
  }

  @Test("userCancel: at the choice and at the passcode")
  func userCancel() async throws {
    let atChoice = try PlayedEngine()
    atChoice.scene.comes(.stranger)
    atChoice.scene.chooses(.cancel)
    #expect(await LAContext(evaluator: atChoice).reply(to: face).code == .userCancel)
    let atPasscode = try PlayedEngine(isEnrolled: false)
    atPasscode.scene.answers(.cancelled)
    #expect(await LAContext(evaluator: atPasscode).reply(to: owner).code == .userCancel)
  }

  @Test("userFallback ends the face policy; the owner policy goes on to the passcode in place")
  func userFallback() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.stranger, .stranger)
    engine.scene.chooses(.retry, .fallback)
    engine.scene.types(PlayedEngine.passcode)
    #expect(await LAContext(evaluator: engine).reply(to: owner, reason: "Read the diary").success)
    #expect(engine.scene.questions.map { $0.reason } == ["Read the diary"])
  }

  @Test("systemCancel: a newer evaluation takes over, and the text says so")
  func systemCancel() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.stranger)
    let box = ReplyBox()
    LAContext(evaluator: engine).evaluatePolicy(face, localizedReason: "Test") { success, error in
      Task { await box.add(Reply(success: success, error: error)) }
    }
    try await suspendUntil("an offer") { !engine.scene.offers.isEmpty }
    engine.scene.comes(.owner)
    #expect(await LAContext(evaluator: engine).reply(to: face).success)
    let older = try #require(try await box.wait(for: 1).first)
    #expect(older.code == .systemCancel)
    #expect(older.error?.localizedDescription == "Canceled by another authentication.")
  }

  @Test("systemCancel: the terminal goes away")
  func terminalGone() async throws {
    let engine = try PlayedEngine(isEnrolled: false)
    engine.scene.answers(.systemCancelled)
    let reply = await LAContext(evaluator: engine).reply(to: owner)
    #expect(reply.code == .systemCancel)
    #expect(reply.error?.localizedDescription == "UI canceled by system.")
  }

  @Test("passcodeNotSet: for both policies, once everything else is in order")
  func passcodeNotSet() async throws {
    let engine = try PlayedEngine(hasPasscode: false)
    let context = LAContext(evaluator: engine)
    #expect(context.availability(of: owner) == .passcodeNotSet)
    #expect(await context.reply(to: owner).code == .passcodeNotSet)
    // Whether a face without a passcode is locked or lacks the passcode is the engine's to say; it is not
    // usable.
    #expect(context.availability(of: face) != nil)
  }

  @Test("biometryNotAvailable and biometryNotEnrolled leave the passcode")
  func withoutFace() async throws {
    let blind = try PlayedEngine()
    blind.scene.removeCamera()
    blind.scene.types(PlayedEngine.passcode)
    #expect(await LAContext(evaluator: blind).reply(to: face).code == .biometryNotAvailable)
    #expect(await LAContext(evaluator: blind).reply(to: owner).success)
    let empty = try PlayedEngine(isEnrolled: false)
    empty.scene.types(PlayedEngine.passcode)
    #expect(await LAContext(evaluator: empty).reply(to: face).code == .biometryNotEnrolled)
    #expect(await LAContext(evaluator: empty).reply(to: owner).success)
  }

  @Test("biometryLockout: after five strangers over several evaluations, until the passcode succeeds")
  func lockout() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.stranger, .stranger, .stranger, .stranger, .stranger)
    engine.scene.chooses(.retry, .cancel, .retry, .cancel)
    #expect(await LAContext(evaluator: engine).reply(to: face).code == .userCancel)
    #expect(await LAContext(evaluator: engine).reply(to: face).code == .userCancel)
    #expect(try engine.failedMatches == 4)
    #expect(await LAContext(evaluator: engine).reply(to: face).code == .biometryLockout)
    #expect(try engine.failedMatches == 5)

    engine.scene.comes(.owner)
    let locked = LAContext(evaluator: engine)
    #expect(locked.availability(of: face) == .biometryLockout)
    #expect(await locked.reply(to: face).code == .biometryLockout)
    #expect(LAEnvironment(evaluator: engine).state.biometry?.isLockedOut == true)

    engine.scene.types(PlayedEngine.passcode)
    #expect(await LAContext(evaluator: engine).reply(to: owner).success)
    #expect(await LAContext(evaluator: engine).reply(to: face).success)
  }

  @Test("biometryLockout: after a restart the passcode comes first")
  func restart() async throws {
    let engine = try PlayedEngine()
    engine.scene.restarts()
    #expect(LAContext(evaluator: engine).availability(of: face) == .biometryLockout)
  }

  @Test("appCancel reaches the prompt, and invalidContext follows")
  func appCancel() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.stranger)
    let box = ReplyBox()
    let context = LAContext(evaluator: engine)
    context.evaluatePolicy(face, localizedReason: "Test") { success, error in
      Task { await box.add(Reply(success: success, error: error)) }
    }
    try await suspendUntil("an offer") { !engine.scene.offers.isEmpty }
    context.invalidate()
    #expect(try await box.wait(for: 1).map { $0.code } == [.appCancel])
    #expect(await context.reply(to: face).code == .invalidContext)
    #expect(context.availability(of: face) == .invalidContext)
  }

  @Test("notInteractive: nobody is asked and nothing is charged")
  func notInteractive() async throws {
    let engine = try PlayedEngine()
    let context = LAContext(evaluator: engine)
    context.interactionNotAllowed = true
    #expect(await context.reply(to: face).code == .notInteractive)
    #expect(await context.reply(to: owner).code == .notInteractive)
    #expect(try engine.failedMatches == 0)
  }

  @Test("what stood in the way is told")
  func failureReason() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.nobody)
    engine.scene.chooses(.cancel)
    let error = try #require(await LAContext(evaluator: engine).reply(to: face).error) as NSError
    #expect(error.localizedFailureReason?.contains("No face found") == true)
  }

  @Test("a right keeps its secret in the engine's vault")
  func secret() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.owner)
    let store = LARightStore(evaluator: engine)
    let right = try await store.saveRight(
      LARight(requirement: .biometry, evaluator: engine), identifier: "token", secret: Data([1, 2, 3]))
    await #expect(throws: LAError.self) { try await right.secret.rawData }
    try await right.authorize(localizedReason: "Test")
    #expect(try await right.secret.rawData == Data([1, 2, 3]))
  }

  @Test("the Swift 5 client runs on the engine")
  func client() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.stranger, .owner)
    engine.scene.chooses(.retry)
    await DefaultAuthenticator.$replacement.withValue(engine) {
      #expect(await ErrorPatterns.unlock(.deviceOwnerAuthenticationWithBiometrics) == "open")
    }
  }
}
