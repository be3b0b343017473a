import FacelatchTestSupport
import Testing

@testable import Facelatch

@Suite("Attention on recordings", .timeLimit(.minutes(5)))
struct AttentionOnRecordingsTests {
  /// A moment of a recording in which the eyes look elsewhere.
  private static let lookingAway = Result {
    Frames.sequence(Array(repeating: try SamplePicture.image("obama2.jpg"), count: 14), framesPerSecond: 30)
  }

  private func outcome(_ liveness: LivenessRequirement, requiresAttention: Bool) throws -> Outcome {
    var configuration = Configuration(user: "ada", liveness: liveness)
    configuration.rules.requiresAttention = requiresAttention
    let store = MemoryStore()
    let prompt = ProgrammaticPrompt.always("correct horse")
    try PasscodeManager.fast(store).set(user: "ada", prompt: prompt)
    let gate = Gate(unchecked: configuration, store: store)
    _ = try gate.enrol(from: .picture(SamplePicture.path("obama.jpg")), prompt: prompt)
    return gate.authenticate(
      nil, AuthenticationRequest(policy: .biometrics), from: try Self.lookingAway.get(),
      prompt: ProgrammaticPrompt())
  }

  @Test("A face that looks away is not compared", arguments: [LivenessRequirement.off, .passive])
  func required(_ liveness: LivenessRequirement) throws {
    let outcome = try outcome(liveness, requiresAttention: true)
    #expect(!outcome.authenticated)
    #expect(outcome.score == nil)
    #expect(outcome.isAttentive == false)
    #expect(outcome.obstacles.contains(.inattentive(.lookingAway)))
  }

  @Test(
    "It is compared where the rules do not ask for attention", arguments: [LivenessRequirement.off, .passive])
  func notRequired(_ liveness: LivenessRequirement) throws {
    let outcome = try outcome(liveness, requiresAttention: false)
    #expect(outcome.authenticated)
    #expect(outcome.score.map { $0 > Score(0.7) } == true)
    #expect(!outcome.obstacles.contains(.inattentive(.lookingAway)))
  }
}
