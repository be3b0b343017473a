import FaceAnalysis
import FaceGateTestSupport
import Glibc
import Imaging
import Matching
import Testing

@testable import FaceGate

/// From a configuration to a decision, with real pictures and networks.
@Suite("The machine's authenticator")
struct SystemAuthenticatorTests {
  private let folder: TemporaryFolder
  private static let passcode = "correct horse"

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The pictures that come with the package.
  private static func sample(_ name: String) -> String {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/") + "/SampleImages/" + name
  }

  private func configuration(
    _ frames: Configuration.Frames?, _ liveness: LivenessRequirement? = nil
  ) -> Configuration {
    Configuration(user: "barack", store: folder.store, frames: frames, liveness: liveness)
  }

  private func enrol() throws {
    let store = try SQLiteStore(location: folder.location)
    let prompt = ProgrammaticPrompt.always(Self.passcode)
    try PasscodeManager.fast(store, clock: SystemClock(), rules: .faceID).set(user: "barack", prompt: prompt)
    let models = FaceModels(pack: try ModelPack.bundled())
    _ = try Enroller(store: store, threshold: Score(0.45)).enrol(
      user: "barack", frames: FrameFiles([Self.sample("obama.jpg"), Self.sample("obama2.jpg")]),
      reader: AnalyzerReader(models: models), prompt: prompt)
  }

  private func evaluate(
    _ frames: Configuration.Frames?, _ policy: Policy = .biometrics,
    prompt: ProgrammaticPrompt = ProgrammaticPrompt(), liveness: LivenessRequirement? = nil
  ) async -> AuthenticationOutcome {
    let authenticator = SystemAuthenticator(configuration(frames, liveness), prompt: prompt)
    return await authenticator.evaluate(AuthenticationRequest(policy: policy, reason: "Test"))
  }

  @Test("The enrolled person is let in by a picture, a folder and a command; a stranger is not")
  func decision() async throws {
    try enrol()
    let owner = await evaluate(.file(Self.sample("obama3.jpg")))
    #expect(owner.authenticated, "\(owner.reasons)")
    #expect(owner.method == .biometrics)
    let frames = Configuration.Frames.command(["cat", Self.sample("rocket.jpg"), Self.sample("obama3.jpg")])
    let command = await evaluate(frames, liveness: .off)
    #expect(command.authenticated, "\(command.reasons)")
    // What a camera shows has to move like a head unless the configuration says otherwise.
    let still = await evaluate(frames)
    #expect(!still.authenticated && still.score == nil)
    let stranger = await evaluate(.file(Self.sample("biden.jpg")))
    #expect(stranger.error == .authenticationFailed)
    #expect(stranger.attemptsLeft == 4)
    let authenticator = SystemAuthenticator(configuration(.file(Self.sample("biden.jpg"))))
    #expect(authenticator.canEvaluate(.biometrics) == nil)
    #expect(authenticator.biometryIsPresent() && authenticator.passcodeIsSet())
    #expect(authenticator.enrolmentState()?.isEmpty == false)
  }

  @Test("Pictures without a usable face charge nothing and say why")
  func unusable() async throws {
    try enrol()
    for name in ["rocket.jpg", "several-faces.jpg"] {
      let outcome = await evaluate(.file(Self.sample(name)))
      #expect(!outcome.authenticated)
      #expect(outcome.attemptsLeft == 5)
      #expect(!outcome.reasons.isEmpty)
    }
  }

  @Test("Without a camera the passcode counts, and the enrolment is not blamed")
  func withoutCamera() async throws {
    try enrol()
    for frames in [
      nil, Configuration.Frames.file("/nowhere.jpg"), .folder("/nowhere"), .command(["/nowhere/camera"]),
    ] {
      let authenticator = SystemAuthenticator(configuration(frames))
      #expect(authenticator.canEvaluate(.biometrics) == .biometryNotAvailable)
      #expect(authenticator.canEvaluate(.deviceOwner) == nil)
      #expect(!authenticator.biometryIsPresent())
      let outcome = await evaluate(frames, .deviceOwner, prompt: .always(Self.passcode))
      #expect(outcome.method == .passcode)
      #expect(!outcome.reasons.contains { $0.contains("another embedding model") })
    }
  }

  @Test("Asking leaves no store behind where there is none")
  func noStore() async throws {
    let authenticator = SystemAuthenticator(configuration(.file(Self.sample("obama.jpg"))))
    #expect(authenticator.canEvaluate(.biometrics) == .biometryNotEnrolled)
    #expect(authenticator.canEvaluate(.deviceOwner) == .passcodeNotSet)
    #expect(authenticator.enrolmentState() == nil)
    #expect(!authenticator.passcodeIsSet())
    #expect(await evaluate(.file(Self.sample("obama.jpg"))).error == .biometryNotEnrolled)
    #expect(throws: StoreError.unknownUser("barack")) { try authenticator.vault().put([1], key: "key") }
    #expect(!TestFile.exists(folder.store))
  }

  @Test("A store or a configuration that cannot be used lets nobody in and says why")
  func trouble() async throws {
    try TestFile.write(Array("no folder".utf8), to: folder.store)
    let outcome = await evaluate(nil, .deviceOwner, prompt: .always(Self.passcode))
    #expect(outcome.error != nil)

    let broken = SystemAuthenticator(
      configuration: .failure(.malformed(path: "/c.json", detail: "it is empty")))
    #expect(broken.canEvaluate(.deviceOwner) == .biometryNotAvailable)
    let refused = await broken.evaluate(AuthenticationRequest(policy: .deviceOwner, reason: "Test"))
    #expect(refused.error == .biometryNotAvailable)
    #expect(refused.reasons.first?.hasPrefix("/c.json: ") == true)
    #expect(throws: StoreError.self) { try broken.vault() }
  }

  @Test("A newer evaluation ends the one that waits for the person")
  func superseded() async throws {
    try enrol()
    let waiting = ProgrammaticPrompt(decide: { notice, _ in
      while !notice.isInterrupted() { usleep(2_000) }
      return .systemCancelled
    })
    let waitingOne = SystemAuthenticator(configuration(.file(Self.sample("biden.jpg"))), prompt: waiting)
    async let older = waitingOne.evaluate(AuthenticationRequest(policy: .biometrics, reason: "Test"))
    let store = try SQLiteStore(location: folder.location)
    while try store.record(of: "barack")?.attempts.failedMatches == 0 {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(await evaluate(.file(Self.sample("obama3.jpg"))).authenticated)
    #expect(await older.error == .systemCancel)
  }

  @Test("Secrets come back through the vault with a success's token")
  func vault() async throws {
    try enrol()
    let authenticator = SystemAuthenticator(configuration(.file(Self.sample("obama3.jpg"))))
    try authenticator.vault().put([1, 2], key: "key")
    let outcome = await authenticator.evaluate(AuthenticationRequest(policy: .biometrics, reason: "Test"))
    let token = try #require(outcome.releaseToken)
    #expect(try authenticator.vault().get("key", releasedBy: token) == [1, 2])
  }
}
