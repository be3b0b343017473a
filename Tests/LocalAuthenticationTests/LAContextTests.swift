import Facelatch
import Foundation
import LocalAuthentication
import Testing

@Suite("Contexts", .timeLimit(.minutes(5)))
struct LAContextTests {
  // MARK: Properties

  @Test("a fresh context has Apple's defaults and knows nothing of the machine")
  func defaults() throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator())
    #expect(context.localizedFallbackTitle == nil)
    #expect(context.localizedCancelTitle == nil)
    #expect(context.localizedReason == "")
    #expect(!context.interactionNotAllowed)
    #expect(context.touchIDAuthenticationAllowableReuseDuration == 0)
    #expect(context.maxBiometryFailures == nil)
    #expect(context.biometryType == .none)
    #expect(context.evaluatedPolicyDomainState == nil)
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(!context.isCredentialSet(.smartCardPIN))
  }

  @Test("the reuse duration reads back as it was set, beyond the maximum too")
  func reuseDuration() throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator())
    context.touchIDAuthenticationAllowableReuseDuration = 10_000
    context.maxBiometryFailures = 7
    #expect(context.touchIDAuthenticationAllowableReuseDuration == 10_000)
    #expect(context.maxBiometryFailures == 7)
  }

  @Test("reason and titles reach the prompt")
  func titles() async throws {
    let engine = try ScriptedAuthenticator([.fails(.userCancel), .face])
    let context = LAContext(evaluator: engine)
    context.localizedFallbackTitle = ""
    context.localizedCancelTitle = "Not now"
    context.localizedReason = "never used here"
    _ = await context.reply(reason: "Show the letters")
    context.localizedFallbackTitle = nil
    _ = await context.reply(reason: "Show the photos")
    #expect(engine.requests.map { $0.reason } == ["Show the letters", "Show the photos"])
    #expect(engine.requests.map { $0.fallbackTitle } == ["", nil])
    #expect(engine.requests.map { $0.cancelTitle } == ["Not now", "Not now"])
  }

  @Test("the kind of biometry is known after the first question, even when the answer was no")
  func biometryType() throws {
    let engine = try ScriptedAuthenticator(machine: .init(enrolment: nil))
    let context = LAContext(evaluator: engine)
    #expect(context.biometryType == .none)
    #expect(context.availability() == .biometryNotEnrolled)
    #expect(context.biometryType == .faceID)
    #expect(LAContext(evaluator: engine).biometryType == .none)
  }

  @Test("a machine without a camera has no kind of biometry")
  func noBiometryType() throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator(machine: .init(hasCamera: false)))
    #expect(context.availability() == .biometryNotAvailable)
    #expect(context.biometryType == .none)
  }

  @Test("an app password can be put in, replaced and taken out; a smart card's PIN cannot")
  func credentials() throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator())
    #expect(context.setCredential(Data("word".utf8), type: .applicationPassword))
    #expect(context.isCredentialSet(.applicationPassword))
    #expect(context.setCredential(Data(), type: .applicationPassword))
    #expect(context.isCredentialSet(.applicationPassword))
    #expect(context.setCredential(nil, type: .applicationPassword))
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(!context.setCredential(Data("1".utf8), type: .smartCardPIN))
    #expect(!context.isCredentialSet(.smartCardPIN))
    context.setCredential(Data("word".utf8), type: .applicationPassword)
    context.invalidate()
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(!context.setCredential(Data("word".utf8), type: .applicationPassword))
  }

  // MARK: Asking

  @Test("a yes sets the error to nil, and nobody needs to ask for the error")
  func canEvaluate() throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator())
    var error: NSError? = NSError(domain: "old", code: 1)
    #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
    #expect(error == nil)
    #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
  }

  @Test("asking never starts anything")
  func askingIsQuiet() throws {
    let engine = try ScriptedAuthenticator()
    let context = LAContext(evaluator: engine)
    context.interactionNotAllowed = true
    #expect(context.availability() == nil)
    #expect(context.availability(of: .deviceOwnerAuthentication) == nil)
    #expect(engine.requests.isEmpty)
  }

  static let machines: [(ScriptedAuthenticator.Machine, LAError.Code?, LAError.Code?)] = [
    (.init(), nil, nil),
    (.init(hasPasscode: false), .passcodeNotSet, .passcodeNotSet),
    (.init(isLocked: true), .biometryLockout, nil),
    (.init(isLocked: true, hasPasscode: false), .biometryLockout, .passcodeNotSet),
    (.init(enrolment: nil, isLocked: true), .biometryNotEnrolled, nil),
    (.init(hasCamera: false, enrolment: nil, isLocked: true), .biometryNotAvailable, nil),
    (.init(hasCamera: false, hasPasscode: false), .biometryNotAvailable, .passcodeNotSet),
  ]

  @Test("both calls report why a policy is unusable, and nobody is asked", arguments: machines)
  func unusable(machine: ScriptedAuthenticator.Machine, biometrics: LAError.Code?, owner: LAError.Code?)
    async throws
  {
    for (policy, code) in [
      (LAPolicy.deviceOwnerAuthenticationWithBiometrics, biometrics), (.deviceOwnerAuthentication, owner),
    ] {
      let engine = try ScriptedAuthenticator(machine: machine)
      let context = LAContext(evaluator: engine)
      #expect(context.availability(of: policy) == code)
      let reply = await context.reply(to: policy)
      #expect(reply.success == (code == nil))
      #expect(reply.code == code)
      #expect(engine.requests.count == (code == nil ? 1 : 0))
    }
  }

  // MARK: Evaluating

  static let endings: [(AuthenticationError, LAError.Code)] = [
    (.authenticationFailed, .authenticationFailed), (.userCancel, .userCancel),
    (.userFallback, .userFallback),
    (.systemCancel, .systemCancel), (.biometryLockout, .biometryLockout),
    (.biometryNotAvailable, .biometryNotAvailable),
  ]

  @Test("an evaluation that fails replies false and the reason", arguments: endings)
  func failure(error: AuthenticationError, code: LAError.Code) async throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator([.fails(error)]))
    let reply = await context.reply()
    #expect(!reply.success)
    #expect(reply.code == code)
  }

  @Test("success replies true and no error")
  func success() async throws {
    for step in [ScriptedAuthenticator.Step.face, .passcode] {
      let reply = await LAContext(evaluator: try ScriptedAuthenticator([step])).reply(
        to: .deviceOwnerAuthentication)
      #expect(reply.success)
      #expect(reply.error == nil)
    }
  }

  @Test("what stood in the way is the failure reason")
  func reasons() async throws {
    let engine = try ScriptedAuthenticator([
      .fails(.authenticationFailed, obstacles: [.inattentive(.eyesClosed), .noMatch])
    ])
    let reply = await LAContext(evaluator: engine).reply()
    let error = try #require(reply.error) as NSError
    #expect(
      error.localizedFailureReason == "The eyes are closed: open them. The face is not the enrolled one.")
    #expect(error.localizedDescription == "Application retry limit exceeded.")
  }

  @Test("replies come after the call has returned, off the main thread, one at a time")
  func replyQueue() async throws {
    let engine = try ScriptedAuthenticator(Array(repeating: .face, count: 8))
    let context = LAContext(evaluator: engine)
    let isBack = Flag()
    let box = ReplyBox()
    let watcher = OverlapWatcher()
    for _ in 0..<8 {
      context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test") { success, error in
        watcher.enter(isMain: Thread.isMainThread)
        isBack.waitUntilSet()
        watcher.leave()
        Task { await box.add(Reply(success: success, error: error)) }
      }
    }
    isBack.set()
    _ = try await box.wait(for: 8)
    #expect(watcher.most == 1)
    #expect(!watcher.sawMainThread)
  }

  @Test("a refused evaluation does not reply inline either")
  func refusalQueue() async throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator(machine: .init(hasPasscode: false)))
    context.invalidate()
    let isBack = Flag()
    let box = ReplyBox()
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test") { success, error in
      isBack.waitUntilSet()
      Task { await box.add(Reply(success: success, error: error)) }
    }
    isBack.set()
    #expect(try await box.wait(for: 1).map { $0.code } == [.invalidContext])
  }

  @Test("a reply may ask and evaluate again without a deadlock")
  func askingInReply() async throws {
    let engine = try ScriptedAuthenticator([.fails(.userCancel), .face])
    let box = ReplyBox()
    let maker = ContextMaker(engine)
    let context = maker.context
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test") { success, error in
      _ = maker.context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
      maker.context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test") { success, error in
        Task { await box.add(Reply(success: success, error: error)) }
      }
      Task { await box.add(Reply(success: success, error: error)) }
    }
    let replies = try await box.wait(for: 2)
    #expect(Set(replies.map { $0.success }) == [false, true])
  }

  @Test("the asynchronous form returns true or throws the error")
  func asynchronous() async throws {
    let engine = try ScriptedAuthenticator([.fails(.userFallback), .face])
    let context = LAContext(evaluator: engine)
    await #expect(throws: LAError(.userFallback)) {
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test")
    }
    #expect(try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test"))
  }

  @Test("an empty reason ends the program, as on Apple's systems")
  func emptyReason() async {
    await #expect(processExitsWith: .failure) {
      LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "") { _, _ in }
    }
  }

  @Test("nobody answers: no reply comes until the context is invalidated")
  func silence() async throws {
    let engine = try ScriptedAuthenticator([.waits])
    let context = LAContext(evaluator: engine)
    let box = ReplyBox()
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test") { success, error in
      Task { await box.add(Reply(success: success, error: error)) }
    }
    try await engine.hasBegun(1)
    // Another evaluation has time to come and go meanwhile.
    #expect(await LAContext(evaluator: try ScriptedAuthenticator([.face])).reply().success)
    #expect(await box.replies.isEmpty)
    context.invalidate()
    #expect(try await box.wait(for: 1).map { $0.code } == [.appCancel])
  }

  // MARK: No interaction

  @Test("an evaluation that would have to ask fails when it may not")
  func notInteractive() async throws {
    let engine = try ScriptedAuthenticator()
    let context = LAContext(evaluator: engine)
    context.interactionNotAllowed = true
    for policy in [LAPolicy.deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthentication] {
      let reply = await context.reply(to: policy)
      #expect(reply.code == .notInteractive)
      #expect(reply.error?.localizedDescription == "User interaction is required.")
    }
    #expect(engine.requests.isEmpty)
  }

  @Test("what makes a policy unusable is told before that")
  func availabilityBeforeInteraction() async throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator(machine: .init(enrolment: nil)))
    context.interactionNotAllowed = true
    #expect(await context.reply().code == .biometryNotEnrolled)
    #expect(await context.reply(to: .deviceOwnerAuthentication).code == .notInteractive)
    context.invalidate()
    #expect(await context.reply().code == .invalidContext)
  }

  // MARK: The enrolment

  @Test("the domain state appears with a usable biometric policy and changes with the enrolment")
  func domainState() async throws {
    let engine = try ScriptedAuthenticator([.passcode, .face])
    let context = LAContext(evaluator: engine)
    #expect(context.availability(of: .deviceOwnerAuthentication) == nil)
    _ = await context.reply(to: .deviceOwnerAuthentication)
    #expect(context.evaluatedPolicyDomainState == nil)
    #expect(context.availability() == nil)
    let first = try #require(context.evaluatedPolicyDomainState)
    #expect(first.count == 32)
    #expect(LAContext(evaluator: engine).domainState.stateHash == first)
    engine.change { $0.enrolment = [9] }
    #expect(context.evaluatedPolicyDomainState == first)
    #expect(context.availability() == nil)
    #expect(context.evaluatedPolicyDomainState != first)
  }

  @Test("the domain state appears with a success of the face, too")
  func domainStateOfSuccess() async throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator([.face]))
    _ = await context.reply(to: .deviceOwnerAuthentication)
    #expect(context.evaluatedPolicyDomainState != nil)
  }

  @Test("applications see different states of the same enrolment")
  func domainStatesOfApplications() throws {
    let engine = try ScriptedAuthenticator()
    let states = Set(["mail", "bank", "mai", ""].map { engine.enrolmentState(for: $0) })
    #expect(states.count == 4)
    #expect(engine.enrolmentState(for: "mail") == engine.enrolmentState(for: "mail"))
    #expect(engine.enrolmentState(for: "mail") != engine.enrolmentState())
  }

  @Test("the domain state is empty where nobody is enrolled, and knows no companions")
  func emptyDomainState() throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator(machine: .init(enrolment: nil)))
    let state = context.domainState
    #expect(state.biometry.biometryType == .faceID)
    #expect(state.biometry.stateHash == nil)
    #expect(state.stateHash == nil)
    #expect(state.companion.availableCompanionTypes.isEmpty)
    #expect(state.companion.stateHash == nil)
    #expect(state.companion.stateHash(for: .watch) == nil)
  }
}
