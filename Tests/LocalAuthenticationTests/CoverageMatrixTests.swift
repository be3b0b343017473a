import ClientSnippets
import Facelatch
import Foundation
import LocalAuthentication
import Testing

/// What the five tutorials that the mirror is measured by do with the framework, row by row. Their programs
/// are Swift 5 or Objective-C; the snippets stand for them and get their authenticator behind their back.
@Suite("Coverage matrix", .timeLimit(.minutes(5)))
struct CoverageMatrixTests {
  private func with<Value>(
    _ engine: ScriptedAuthenticator, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await DefaultAuthenticator.$replacement.withValue(engine) { try await body() }
  }

  /// Runs the login screen until it shows something.
  private func signIn(_ engine: ScriptedAuthenticator) async -> SignInScreen {
    await with(engine) {
      await withCheckedContinuation { continuation in
        let box = ScreenBox()
        let screen = SignInScreen { box.finished() }
        box.begin(screen, continuation)
        screen.start()
      }
    }
  }

  private func ask(_ keeper: FacelatchKeeper) async -> String? {
    await withCheckedContinuation { continuation in
      keeper.ask { continuation.resume(returning: $0) }
    }
  }

  @Test("Row 1: the module is imported and a context is made without arguments")
  func row1() async throws {
    let engine = try ScriptedAuthenticator()
    await with(engine) {
      let context = LAContext()
      #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
    }
    #expect(engine.inquiries == [.deviceOwner])
  }

  @Test("Row 2: canEvaluatePolicy fills a var of NSError? when it says no, and the text can be printed")
  func row2() async throws {
    let screen = await signIn(try ScriptedAuthenticator(machine: .init(hasCamera: false)))
    #expect(screen.log == ["Biometry is not available on this device."])
    #expect(screen.formIsShown)
  }

  @Test("Row 3: one policy takes the face only, the other the face first and else the passcode")
  func row3() async throws {
    let engine = try ScriptedAuthenticator([.passcode], machine: .init(enrolment: nil))
    let context = LAContext(evaluator: engine)
    #expect(context.availability(of: .deviceOwnerAuthenticationWithBiometrics) == .biometryNotEnrolled)
    #expect(context.availability(of: .deviceOwnerAuthentication) == nil)
    #expect(await context.reply(to: .deviceOwnerAuthentication).success)
    #expect(engine.requests.map { $0.policy } == [.deviceOwner])
  }

  @Test("Row 4: evaluatePolicy is asynchronous; from its reply the app hops to the main queue")
  func row4() async throws {
    let screen = await signIn(try ScriptedAuthenticator([.face]))
    #expect(screen.homeIsShown)
    #expect(screen.changedOnMainQueue)
  }

  @Test("Row 5: a reply with explicit types under its label")
  func row5() async throws {
    let screen = await signIn(try ScriptedAuthenticator([.face]))
    #expect(screen.log == ["welcome"])
  }

  @Test("Row 6: a reply as a trailing closure")
  func row6() async throws {
    await with(try ScriptedAuthenticator([.face])) {
      #expect(await ask(FacelatchKeeper()) == nil)
    }
  }

  static let screenMessages: [(AuthenticationError, String)] = [
    (.authenticationFailed, "not you"), (.passcodeNotSet, "no passcode"), (.systemCancel, "interrupted"),
    (.userCancel, "cancelled"), (.biometryNotEnrolled, "nobody enrolled"),
    (.biometryNotAvailable, "no camera"),
    (.userFallback, "wants the password"), (.biometryLockout, "Biometry is locked out."),
  ]

  @Test("Row 7: a switch over a plain Error finds every case, default the text", arguments: screenMessages)
  func row7(error: AuthenticationError, message: String) async throws {
    let screen = await signIn(try ScriptedAuthenticator([.fails(error)]))
    #expect(screen.log == [message])
  }

  static let keeperMessages: [(AuthenticationError, String)] = [
    (.authenticationFailed, "we could not tell that it is you"), (.userCancel, "you cancelled"),
    (.userFallback, "you want the password"), (.biometryNotAvailable, "no camera"),
    (.biometryNotEnrolled, "no face"), (.biometryLockout, "too many tries"), (.passcodeNotSet, "no passcode"),
    (.systemCancel, "something else"),
  ]

  @Test("Row 8: so does a switch over an optional Error", arguments: keeperMessages)
  func row8(error: AuthenticationError, message: String) async throws {
    await with(try ScriptedAuthenticator([.fails(error)])) {
      #expect(await ask(FacelatchKeeper()) == message)
    }
    #expect(FacelatchKeeper.message(for: nil) == "nothing")
  }

  @Test("Row 9: each code of the first tutorial comes from the situation it stands for")
  func row9() async throws {
    for (step, code) in [
      (ScriptedAuthenticator.Step.fails(.authenticationFailed), LAError.Code.authenticationFailed),
      (.fails(.userCancel), .userCancel), (.fails(.userFallback), .userFallback),
      (.fails(.systemCancel), .systemCancel),
    ] {
      #expect(await LAContext(evaluator: try ScriptedAuthenticator([step])).reply().code == code)
    }
    for (machine, code) in [
      (ScriptedAuthenticator.Machine(hasPasscode: false), LAError.Code.passcodeNotSet),
      (.init(hasCamera: false), .biometryNotAvailable), (.init(enrolment: nil), .biometryNotEnrolled),
    ] {
      #expect(await LAContext(evaluator: try ScriptedAuthenticator(machine: machine)).reply().code == code)
    }
  }

  @Test("Row 10: too many failures lock biometry, and biometry needs a passcode")
  func row10() async throws {
    let engine = try ScriptedAuthenticator(machine: .init(isLocked: true))
    #expect(await LAContext(evaluator: engine).reply().code == .biometryLockout)
    engine.change { $0 = .init(hasPasscode: false) }
    #expect(await LAContext(evaluator: engine).reply().code == .passcodeNotSet)
  }

  @Test("Row 11: with nobody enrolled the printed text is the well-known one")
  func row11() async throws {
    let screen = await signIn(try ScriptedAuthenticator(machine: .init(enrolment: nil)))
    #expect(screen.log == ["No identities are enrolled."])
    #expect(screen.formIsShown && !screen.homeIsShown)
  }

  @Test(
    "Row 12, seen from the app: the reason reaches whoever shows a prompt; the mirror shows nothing itself")
  func row12() async throws {
    let engine = try ScriptedAuthenticator([.face])
    _ = await signIn(engine)
    #expect(engine.requests.map { $0.reason } == ["Open your notebook"])
  }

  @Test("Row 13: an app needs no usage description, which Linux has no place for")
  func row13() async throws {
    #expect(Bundle.main.object(forInfoDictionaryKey: "NSFaceIDUsageDescription") == nil)
    #expect(await signIn(try ScriptedAuthenticator([.face])).homeIsShown)
  }

  @Test("Row 14: any failure leads to the app's own login", arguments: AuthenticationError.allCases)
  func row14(error: AuthenticationError) async throws {
    let screen = await signIn(try ScriptedAuthenticator([.fails(error)]))
    #expect(screen.formIsShown && !screen.homeIsShown)
  }

  @Test("Row 15: the answer is yes or no; the app binds it to an owner of its own and can forget the owner")
  func row15() async throws {
    await with(try ScriptedAuthenticator([.face, .face, .face])) {
      let login = OwnerLogin()
      #expect(await owner(of: login) == nil)
      #expect(await !logIn(login, "grace", "wrong"))
      #expect(login.ownerID == nil)
      #expect(await logIn(login, "grace", "open sesame"))
      #expect(login.ownerID == "grace")
      #expect(await owner(of: login) == "grace")
      login.forgetOwner()
      #expect(await owner(of: login) == nil)
    }
  }

  @Test(
    "Row 16: the fallback of the face policy is the app's password, that of the owner policy the passcode")
  func row16() async throws {
    #expect(
      await LAContext(evaluator: try ScriptedAuthenticator([.fails(.userFallback)])).reply().code
        == .userFallback)
    let engine = try ScriptedAuthenticator([.passcode])
    #expect(await LAContext(evaluator: engine).reply(to: .deviceOwnerAuthentication).success)
  }

  @Test("Row 18: where the policy is unusable the app says no without evaluating")
  func row18() async throws {
    let engine = try ScriptedAuthenticator(machine: .init(hasCamera: false))
    await with(engine) {
      let login = OwnerLogin()
      #expect(await logIn(login, "grace", "open sesame"))
      #expect(login.ownerID == nil)
    }
    #expect(engine.requests.isEmpty)
  }

  @Test("Row 19: one context in a property serves both calls, again and again")
  func row19() async throws {
    let engine = try ScriptedAuthenticator([.fails(.userCancel), .fails(.authenticationFailed), .face])
    await with(engine) {
      let keeper = FacelatchKeeper()
      #expect(await ask(keeper) == "you cancelled")
      #expect(await ask(keeper) == "we could not tell that it is you")
      #expect(await ask(keeper) == nil)
      #expect(await ask(keeper) == nil)
    }
    #expect(engine.requests.count == 3)
  }

  @Test("Row 20: a missing passcode and a missing enrolment reach the app as errors; no alert is shown")
  func row20() async throws {
    for (machine, text) in [
      (ScriptedAuthenticator.Machine(hasPasscode: false), "Passcode not set."),
      (.init(enrolment: nil), "No identities are enrolled."),
    ] {
      let screen = await signIn(try ScriptedAuthenticator(machine: machine))
      #expect(screen.log == [text])
    }
  }

  @Test("Row 21: where the policy is unusable the app offers its settings")
  func row21() async throws {
    let result = await with(try ScriptedAuthenticator(machine: .init(hasCamera: false))) { await hint() }
    #expect(result == .settingsOffered(code: -6))
    #expect(await with(try ScriptedAuthenticator([.face])) { await hint() } == .passwordFilled)
    #expect(
      await with(try ScriptedAuthenticator([.fails(.authenticationFailed)])) { await hint() }
        == .alert("Application retry limit exceeded."))
  }

  @Test("Row 22: the pincode comes first, the face is a shortcut, and failure or cancel leave the pincode")
  func row22() async throws {
    let engine = try ScriptedAuthenticator([.fails(.authenticationFailed), .fails(.userCancel), .face])
    await with(engine) {
      let lock = AppLock()
      #expect(lock.pincodeIsAsked)
      await tryFace(lock)
      #expect(lock.pincodeIsAsked && !lock.isUnlocked)
      #expect(lock.failure == "no match")
      await tryFace(lock)
      #expect(lock.pincodeIsAsked && !lock.isUnlocked)
      #expect(lock.failure == "cancelled")
      lock.enter(pincode: "0000")
      #expect(!lock.isUnlocked)
      lock.enter(pincode: "2468")
      #expect(lock.isUnlocked && !lock.pincodeIsAsked)
      let other = AppLock()
      await tryFace(other)
      #expect(other.isUnlocked && !other.pincodeIsAsked)
    }
  }

  @Test("Row 23: former names and an undocumented number can be switched over")
  func row23() {
    #expect(AppLock.explanation(code: LAError.biometryNotAvailable.rawValue) == "not available")
    #expect(AppLock.explanation(code: LAError.biometryNotEnrolled.rawValue) == "not enrolled")
    #expect(AppLock.explanation(code: -1000) == "time out")
    #expect(AppLock.explanation(code: -999) == "unknown")
  }

  @Test("Row 24: a context made inline and not kept still replies")
  func row24() async throws {
    await with(try ScriptedAuthenticator([.face])) {
      let lock = AppLock()
      await tryFace(lock)
      #expect(lock.isUnlocked)
    }
  }

  @Test("Row 25: success and error say the same")
  func row25() async throws {
    for step in [ScriptedAuthenticator.Step.face, .fails(.userCancel), .fails(.biometryLockout)] {
      let reply = await LAContext(evaluator: try ScriptedAuthenticator([step])).reply()
      #expect(reply.success == (reply.error == nil))
    }
  }

  // MARK: Waiting for snippets

  private func owner(of login: OwnerLogin) async -> String? {
    await withCheckedContinuation { continuation in
      login.logInOwner { continuation.resume(returning: $0) }
    }
  }

  private func logIn(_ login: OwnerLogin, _ user: String, _ password: String) async -> Bool {
    await withCheckedContinuation { continuation in
      login.logIn(user: user, password: password) { continuation.resume(returning: $0) }
    }
  }

  private func hint() async -> SettingsHint.Result {
    await withCheckedContinuation { continuation in
      SettingsHint().signIn { continuation.resume(returning: $0) }
    }
  }

  private func tryFace(_ lock: AppLock) async {
    await withCheckedContinuation { continuation in
      lock.tryFace { continuation.resume() }
    }
  }
}

// The tests look at one at a time.
extension SignInScreen: @unchecked Sendable {}
extension SettingsHint.Result: @unchecked Sendable {}

/// Hands a screen to whoever waits for it, once it shows something.
private final class ScreenBox: @unchecked Sendable {
  private var screen: SignInScreen?
  private var continuation: CheckedContinuation<SignInScreen, Never>?

  func begin(_ screen: SignInScreen, _ continuation: CheckedContinuation<SignInScreen, Never>) {
    self.screen = screen
    self.continuation = continuation
  }

  func finished() {
    guard let screen else { return }
    continuation?.resume(returning: screen)
    continuation = nil
  }
}
