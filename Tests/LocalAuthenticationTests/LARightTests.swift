import Facelatch
import Foundation
import LocalAuthentication
import Testing

@Suite("Rights", .timeLimit(.minutes(5)))
struct LARightTests {
  @Test("a right starts unknown and unmarked, and becomes authorised by a success")
  func states() async throws {
    let engine = try ScriptedAuthenticator([.waits, .passcode])
    let right = LARight(evaluator: engine)
    #expect(right.state == .unknown)
    #expect(right.tag == 0)
    right.tag = 12
    #expect(right.tag == 12)
    right.authorize(localizedReason: "Test") { _ in }
    try await engine.hasBegun(1)
    #expect(right.state == .authorizing)
    try await right.authorize(localizedReason: "Test")
    #expect(right.state == .authorized)
    #expect(
      [LARight.State.unknown, .authorizing, .authorized, .notAuthorized].map { $0.rawValue } == [0, 1, 2, 3])
  }

  @Test("a failure leaves it not authorised and is thrown")
  func failure() async throws {
    let right = LARight(evaluator: try ScriptedAuthenticator([.fails(.userCancel)]))
    await #expect(throws: LAError(.userCancel)) { try await right.authorize(localizedReason: "Test") }
    #expect(right.state == .notAuthorized)
  }

  @Test("an authorised right stays so without asking until it is taken back")
  func deauthorize() async throws {
    let engine = try ScriptedAuthenticator([.face, .fails(.userCancel)])
    let right = LARight(evaluator: engine)
    try await right.authorize(localizedReason: "Test")
    try await right.authorize(localizedReason: "Test")
    #expect(engine.requests.count == 1)
    await right.deauthorize()
    #expect(right.state == .notAuthorized)
    await #expect(throws: LAError(.userCancel)) { try await right.authorize(localizedReason: "Test") }
    #expect(engine.requests.count == 2)
  }

  @Test("taking a right back ends its running authorisation")
  func deauthorizeRunning() async throws {
    let engine = try ScriptedAuthenticator([.waits])
    let right = LARight(evaluator: engine)
    let box = ReplyBox()
    right.authorize(localizedReason: "Test") { error in
      Task { await box.add(Reply(success: error == nil, error: error)) }
    }
    try await engine.hasBegun(1)
    await right.deauthorize()
    #expect(try await box.wait(for: 1).map { $0.code } == [.appCancel])
    #expect(right.state == .notAuthorized)
  }

  static let policies: [(LAAuthenticationRequirement, Policy)] = [
    (.default, .deviceOwner), (.biometry, .biometrics), (.biometryCurrentSet, .biometrics),
    (.biometry(fallback: .default), .deviceOwner), (.biometry(fallback: .devicePasscode), .deviceOwner),
  ]

  @Test("each requirement is evaluated by its policy", arguments: policies)
  func requirements(requirement: LAAuthenticationRequirement, policy: Policy) async throws {
    let engine = try ScriptedAuthenticator([.face])
    try await LARight(requirement: requirement, evaluator: engine).authorize(localizedReason: "Test")
    #expect(engine.requests.map { $0.policy } == [policy])
  }

  @Test("whether it can be authorised is told without asking the person")
  func check() async throws {
    let engine = try ScriptedAuthenticator(machine: .init(enrolment: nil))
    try await LARight(evaluator: engine).checkCanAuthorize()
    let strict = LARight(requirement: .biometry, evaluator: engine)
    await #expect(throws: LAError(.biometryNotEnrolled)) { try await strict.checkCanAuthorize() }
    #expect(strict.state == .unknown)
    #expect(engine.requests.isEmpty)
  }

  @Test("a right tied to the enrolment ends with it; other rights do not care")
  func currentSet() async throws {
    let engine = try ScriptedAuthenticator([.face, .face])
    let tied = LARight(requirement: .biometryCurrentSet, evaluator: engine)
    let free = LARight(requirement: .biometry, evaluator: engine)
    try await tied.checkCanAuthorize()
    engine.change { $0.enrolment = [4] }
    await #expect(throws: LAError.self) { try await tied.checkCanAuthorize() }
    let error = await #expect(throws: LAError.self) { try await tied.authorize(localizedReason: "Test") }
    #expect(error?.code == .authenticationFailed)
    #expect(tied.state == .notAuthorized)
    #expect(engine.requests.isEmpty)
    try await free.authorize(localizedReason: "Test")
    engine.change { $0.enrolment = nil }
    await #expect(throws: LAError(.biometryNotEnrolled)) { try await tied.authorize(localizedReason: "Test") }
  }

  @Test("an enrolment that changes while the person is asked does not authorise")
  func currentSetRace() async throws {
    let engine = try ScriptedAuthenticator([.hangs])
    let right = LARight(requirement: .biometryCurrentSet, evaluator: engine)
    let box = ReplyBox()
    right.authorize(localizedReason: "Test") { error in
      Task { await box.add(Reply(success: error == nil, error: error)) }
    }
    try await engine.hasBegun(1)
    engine.change { $0.enrolment = [4] }
    engine.release()
    #expect(try await box.wait(for: 1).map { $0.code } == [.authenticationFailed])
    #expect(right.state == .notAuthorized)
  }

  @Test("requirements of the same kind are equal")
  func equality() {
    #expect(LAAuthenticationRequirement.default == .default)
    #expect(LAAuthenticationRequirement.biometry != .biometryCurrentSet)
    #expect(LABiometryFallbackRequirement.default == .devicePasscode)
    #expect(Set([LAAuthenticationRequirement.biometry, .biometry, .default]).count == 2)
  }
}
