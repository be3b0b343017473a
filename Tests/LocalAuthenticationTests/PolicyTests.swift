import LocalAuthentication
import Testing

@Suite("Policies and kinds", .timeLimit(.minutes(5)))
struct PolicyTests {
  @Test("policies have the numbers of Apple's under all their names")
  func policies() {
    #expect(LAPolicy.deviceOwnerAuthenticationWithBiometrics.rawValue == 1)
    #expect(LAPolicy.deviceOwnerAuthentication.rawValue == 2)
    #expect(LAPolicy.deviceOwnerAuthenticationWithCompanion.rawValue == 3)
    #expect(LAPolicy.deviceOwnerAuthenticationWithWatch == .deviceOwnerAuthenticationWithCompanion)
    #expect(LAPolicy.deviceOwnerAuthenticationWithBiometricsOrCompanion.rawValue == 4)
    #expect(
      LAPolicy.deviceOwnerAuthenticationWithBiometricsOrWatch
        == .deviceOwnerAuthenticationWithBiometricsOrCompanion)
    #expect(LAPolicy.deviceOwnerAuthenticationWithWristDetection.rawValue == 5)
    #expect(LAPolicy(rawValue: 0) == nil)
    #expect(LAPolicy(rawValue: 6) == nil)
    #expect(kLAPolicyDeviceOwnerAuthenticationWithBiometrics == 1)
    #expect(kLAPolicyDeviceOwnerAuthentication == 2)
  }

  @Test("kinds of biometry, companions, credentials and operations have the numbers of Apple's")
  func kinds() {
    #expect([LABiometryType.none, .touchID, .faceID, .opticID].map { $0.rawValue } == [0, 1, 2, 4])
    #expect(LABiometryType.LABiometryNone == .none)
    #expect([LACompanionType.watch, .mac, .vision].map { $0.rawValue } == [1, 2, 4])
    #expect(LACredentialType.applicationPassword.rawValue == 0)
    #expect(LACredentialType.smartCardPIN.rawValue == -3)
    let operations: [LAAccessControlOperation] = [
      .createItem, .useItem, .createKey, .useKeySign, .useKeyDecrypt, .useKeyKeyExchange,
    ]
    #expect(operations.map { $0.rawValue } == [0, 1, 2, 3, 4, 5])
    #expect(LATouchIDAuthenticationMaximumAllowableReuseDuration == 300)
  }

  @Test(
    "a companion alone is never at hand",
    arguments: [
      LAPolicy.deviceOwnerAuthenticationWithCompanion, .deviceOwnerAuthenticationWithWatch,
      .deviceOwnerAuthenticationWithWristDetection,
    ])
  func companion(policy: LAPolicy) async throws {
    let engine = try ScriptedAuthenticator()
    let context = LAContext(evaluator: engine)
    #expect(context.availability(of: policy) == .companionNotAvailable)
    #expect(await context.reply(to: policy).code == .companionNotAvailable)
    #expect(engine.requests.isEmpty)
  }

  @Test("the face or a companion is the face")
  func biometricsOrCompanion() async throws {
    let engine = try ScriptedAuthenticator()
    let context = LAContext(evaluator: engine)
    #expect(context.availability(of: .deviceOwnerAuthenticationWithBiometricsOrWatch) == nil)
    #expect(await context.reply(to: .deviceOwnerAuthenticationWithBiometricsOrCompanion).success)
    #expect(engine.requests.map { $0.policy } == [.biometrics])
    engine.change { $0.enrolment = nil }
    #expect(
      context.availability(of: .deviceOwnerAuthenticationWithBiometricsOrCompanion) == .biometryNotEnrolled)
  }
}
