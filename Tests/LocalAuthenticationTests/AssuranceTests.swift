import Facelatch
import Foundation
import LocalAuthentication
import TestSupport
import Testing

/// What an app gets that asks for nothing: the motion of a head, unless the machine's owner says otherwise.
@Suite("Contexts ask for motion", .timeLimit(.minutes(5)))
struct AssuranceTests {
  private let face = LAPolicy.deviceOwnerAuthenticationWithBiometrics

  private func context(least: Assurance? = nil) throws -> LAContext {
    let folder = try TemporaryFolder()
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let picture = Path(root.appending(path: "SampleImages/obama.jpg").path)
    return LAContext(
      evaluator: SystemAuthenticator(
        Configuration(
          user: "ada", store: Path(folder.file("store")), frames: .picture(picture), leastAssurance: least)))
  }

  @Test("A picture in the camera's place is refused, and the error says why by name and in a sentence")
  func picture() throws {
    var error: NSError?
    #expect(try !context().canEvaluatePolicy(face, error: &error))
    #expect(error?.code == LAError.biometryNotAvailable.rawValue)
    #expect(error?.localizedFailureReason?.contains("picture at most, and motion is asked for") == true)
    #expect(
      (error?.userInfo[NSDebugDescriptionErrorKey] as? String)?.contains("assuranceOutOfReach]") == true)
  }

  @Test("Where the owner takes pictures, only the enrolment is missing")
  func allowed() throws {
    var error: NSError?
    #expect(try !context(least: .picture).canEvaluatePolicy(face, error: &error))
    #expect(error?.code == LAError.biometryNotEnrolled.rawValue)
  }

  @Test("The token of a success says what the face was worth")
  func token() async throws {
    let engine = try PlayedEngine()
    engine.scene.comes(.owner)
    let context = LAContext(evaluator: engine)
    #expect(await context.reply(to: face).success)
    // The played reader asks for no proof of life.
    #expect(context.releaseToken?.assurance == .nothing)
  }
}
