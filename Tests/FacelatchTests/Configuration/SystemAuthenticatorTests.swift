import FaceAnalysis
import FacelatchTestSupport
import Formats
import Foundation
import Glibc
import Imaging
import Matching
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// From a configuration to a decision, with real pictures and networks.
@Suite("The machine's authenticator", .timeLimit(.minutes(10)))
struct SystemAuthenticatorTests {
  private let folder: TemporaryFolder
  private static let passcode = "correct horse"

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The pictures that come with the package.
  private static func sample(_ name: String) -> Path {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return Path("/" + parts.joined(separator: "/") + "/SampleImages/" + name)
  }

  private func configuration(
    _ frames: Frames?, _ liveness: LivenessRequirement? = nil, least: Assurance? = .nothing
  ) -> Configuration {
    Configuration(
      user: "barack", store: Path(folder.store), frames: frames, liveness: liveness, leastAssurance: least)
  }

  private func enrol() throws {
    let store = try SQLiteStore(location: folder.location)
    let prompt = ProgrammaticPrompt.always(Self.passcode)
    try PasscodeManager.fast(store, clock: SystemClock(), rules: .faceID).set(user: "barack", prompt: prompt)
    _ = try Gate(Configuration(store: Path(folder.store))).enrol(
      "barack", from: .files([Self.sample("obama.jpg"), Self.sample("obama2.jpg")]), prompt: prompt)
  }

  private func evaluate(
    _ frames: Frames?, _ policy: Policy = .biometrics,
    prompt: ProgrammaticPrompt = ProgrammaticPrompt(), liveness: LivenessRequirement? = nil,
    least: Assurance? = .nothing
  ) async -> Outcome {
    let authenticator = SystemAuthenticator(configuration(frames, liveness, least: least), prompt: prompt)
    return await authenticator.evaluate(AuthenticationRequest(policy: policy, reason: "Test"))
  }

  @Test("The enrolled person is let in by a picture, a folder and a command; a stranger is not")
  func decision() async throws {
    try enrol()
    let owner = await evaluate(.file(Self.sample("obama3.jpg")))
    #expect(owner.authenticated, "\(owner.obstacles.map(\.description))")
    #expect(owner.method == .biometrics)
    let frames = Frames.command(["cat", Self.sample("rocket.jpg").text, Self.sample("obama3.jpg").text])
    let command = await evaluate(frames, liveness: .off)
    #expect(command.authenticated, "\(command.obstacles.map(\.description))")
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
      #expect(!outcome.obstacles.map(\.description).isEmpty)
    }
  }

  @Test("Without a camera the passcode counts, and the enrolment is not blamed")
  func withoutCamera() async throws {
    try enrol()
    for frames in [
      nil, Frames.file("/nowhere.jpg"), .folder("/nowhere"), .command(["/nowhere/camera"]),
    ] {
      let authenticator = SystemAuthenticator(configuration(frames))
      #expect(authenticator.canEvaluate(.biometrics)?.error == .biometryNotAvailable)
      #expect(authenticator.canEvaluate(.deviceOwner) == nil)
      #expect(!authenticator.biometryIsPresent())
      let outcome = await evaluate(frames, .deviceOwner, prompt: .always(Self.passcode))
      #expect(outcome.method == .passcode)
      #expect(!outcome.obstacles.map(\.description).contains { $0.contains("another embedding model") })
    }
  }

  @Test("Asking leaves no store behind where there is none")
  func noStore() async throws {
    let authenticator = SystemAuthenticator(configuration(.file(Self.sample("obama.jpg"))))
    #expect(authenticator.canEvaluate(.biometrics)?.error == .biometryNotEnrolled)
    #expect(authenticator.canEvaluate(.deviceOwner)?.error == .passcodeNotSet)
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
      configuration: .failure(.malformed(path: "/c.json", faults: [DocumentFault("", .empty)])))
    #expect(broken.canEvaluate(.deviceOwner)?.error == .biometryNotAvailable)
    let refused = await broken.evaluate(AuthenticationRequest(policy: .deviceOwner, reason: "Test"))
    #expect(refused.error == .biometryNotAvailable)
    #expect(refused.obstacles.map(\.description).first?.hasPrefix("/c.json: ") == true)
    #expect(throws: StoreError.self) { try broken.vault() }
  }

  @Test("A newer evaluation ends the one that waits for the person")
  func superseded() async throws {
    try enrol()
    let waiting = ProgrammaticPrompt(decide: { notice, _ in
      try? waitUntil("the newer evaluation") { notice.isInterrupted() }
      return notice.isInterrupted() ? .systemCancelled : .unattended
    })
    let waitingOne = SystemAuthenticator(configuration(.file(Self.sample("biden.jpg"))), prompt: waiting)
    async let older = waitingOne.evaluate(AuthenticationRequest(policy: .biometrics, reason: "Test"))
    let store = try SQLiteStore(location: folder.location)
    try await suspendUntil("the stranger's comparison") {
      try store.record(of: "barack")?.attempts.failedMatches != 0
    }
    #expect(await evaluate(.file(Self.sample("obama3.jpg"))).authenticated)
    #expect(await older.error == .systemCancel)
  }

  /// A file of two points: 1 in 100 from 0.3 on, 1 in 10,000 from 0.95 on, which decides.
  private func writePoints(model: String? = nil, mode: mode_t = 0o600) throws -> Path {
    func point(_ rate: Double, _ threshold: Double) -> MeasuredThreshold {
      MeasuredThreshold(
        threshold: threshold, rates: MeasuredRates(source: "Test", falseMatchRate: rate, impostorPairs: 1))
    }
    let path = folder.path + "/points.json"
    let file = try OperatingPointsFile(
      path: Path(path), model: model ?? ModelPack.bundled().embedding.file.sha256, modelPack: "",
      operatingPoints: [point(0.01, 0.3), point(1e-4, 0.95)], decisionFalseMatchRate: 1e-4, command: "")
    try TestFile.write(Array(file.text.utf8), to: path, mode: mode)
    return Path(path)
  }

  @Test("The operating points and the rate of the configuration decide, and the log says at which rate")
  func operatingPoints() async throws {
    try enrol()
    var configuration = configuration(.file(Self.sample("obama3.jpg")))
    configuration.operatingPoints = try writePoints()
    func outcome() async -> Outcome {
      await SystemAuthenticator(configuration).evaluate(
        AuthenticationRequest(policy: .biometrics, reason: "Test"))
    }
    let strict = await outcome()
    #expect(strict.error == .authenticationFailed)
    #expect(strict.threshold == Score(0.95) && strict.falseMatchRate?.rawValue == 1e-4)
    configuration.falseMatchRate = FalseMatchRate(rawValue: 0.01)
    let lax = await outcome()
    #expect(lax.authenticated, "\(lax.obstacles.map(\.description))")
    #expect(lax.threshold == Score(0.3) && lax.falseMatchRate?.rawValue == 0.01)
    let log = try TestFile.text(folder.location.auditLog.text).split(separator: "\n")
      .filter { !$0.contains("\"charge\"") }.suffix(2)
    let rates = try log.map {
      try JSONDecoder().decode(AuditEntry.self, from: Data($0.utf8)).falseMatchRate
    }
    #expect(rates == [1e-4, 0.01])
  }

  @Test("Operating points that cannot be used stop the face, not the passcode, and the reason is told")
  func unusablePoints() async throws {
    try enrol()
    var configuration = configuration(.file(Self.sample("obama3.jpg")))
    func check(_ words: String) async throws {
      let prompt = ProgrammaticPrompt.always(Self.passcode)
      let authenticator = SystemAuthenticator(configuration, prompt: prompt)
      #expect(authenticator.canEvaluate(.biometrics)?.error == .biometryNotAvailable)
      #expect(!authenticator.biometryIsPresent())
      let face = await authenticator.evaluate(AuthenticationRequest(policy: .biometrics, reason: "Test"))
      #expect(face.error == .biometryNotAvailable)
      #expect(
        face.obstacles.map(\.description).first?.contains(words) == true,
        "\(face.obstacles.map(\.description))")
      let owner = await authenticator.evaluate(AuthenticationRequest(policy: .deviceOwner, reason: "Test"))
      #expect(owner.method == .passcode)
    }
    configuration.operatingPoints = try writePoints(model: String(repeating: "0", count: 64))
    try await check("points.json: its points were measured for embedding network 000000000000")
    configuration.operatingPoints = try writePoints(mode: 0o666)
    try await check("points.json: belongs to")
    configuration.operatingPoints = "/nowhere/points.json"
    try await check("/nowhere/points.json: cannot be read (No such file or directory)")
    try TestFile.write(Array("no JSON".utf8), to: folder.path + "/points.json")
    configuration.operatingPoints = Path(folder.path + "/points.json")
    try await check("points.json: not a valid file of operating points (line 1, column 1")
    configuration.operatingPoints = try writePoints()
    configuration.falseMatchRate = FalseMatchRate(rawValue: 1e-5)
    try await check("no threshold is known for a false-match rate of 1 in 100,000")
    configuration.operatingPoints = nil
    configuration.models = Path(try unmeasuredPack(in: folder.path))
    try await check("no operating points have been measured for the embedding model")
    configuration.falseMatchRate = nil
    try await check("no operating points have been measured for the embedding model")
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

  // MARK: - What a face has to be worth

  @Test(
    "Where nothing is said, a picture lets nobody in: it is refused before anything is charged or compared")
  func pictureByDefault() async throws {
    try enrol()
    let picture = Frames.file(Self.sample("obama3.jpg"))
    let reason = Obstacle.blocked(.assuranceOutOfReach(highest: .picture, least: .motion))
    let authenticator = SystemAuthenticator(configuration(picture, least: nil))
    #expect(authenticator.canEvaluate(.biometrics) == Refusal(.biometryNotAvailable, obstacles: [reason]))
    #expect(authenticator.canEvaluate(.deviceOwner) == nil)
    let refused = await evaluate(picture, least: nil)
    #expect(refused.error == .biometryNotAvailable)
    #expect(refused.obstacles == [reason])
    #expect(refused.frames == 0 && refused.score == nil && refused.attemptsLeft == 5)
    let owner = await evaluate(picture, .deviceOwner, prompt: .always(Self.passcode), least: nil)
    #expect(owner.method == .passcode && owner.assurance == nil)
  }

  @Test(
    "Ninety copies of one photo are no motion, in a folder as little as in a file", arguments: [true, false])
  func copies(inFolder: Bool) async throws {
    try enrol()
    let photo = try TestFile.bytes(Self.sample("obama3.jpg").text)
    let frames: Frames
    if inFolder {
      for number in 10..<100 { try folder.write(photo, to: "copies/\(number).jpg") }
      frames = .folder(Path(folder.file("copies")))
    } else {
      try folder.write([UInt8]((0..<90).map { _ in photo }.joined()), to: "copies.mjpeg")
      frames = .file(Path(folder.file("copies.mjpeg")))
    }
    let outcome = await evaluate(frames, least: nil)
    #expect(outcome.error == .authenticationFailed)
    #expect(outcome.liveness?.requirement == .motion)
    #expect(outcome.tries.last?.cause == .livenessUndecided, "\(outcome.obstacles)")
    #expect(outcome.score == nil && outcome.attemptsLeft == 5)
  }

  @Test("Who asks for less says so, and gets told what it is worth", arguments: [true, false])
  func pictureOnDemand(isNamedByLiveness: Bool) async throws {
    try enrol()
    let picture = Frames.file(Self.sample("obama3.jpg"))
    let outcome =
      if isNamedByLiveness {
        await evaluate(picture, liveness: .passive, least: nil)
      } else {
        await evaluate(picture, least: .picture)
      }
    #expect(outcome.authenticated, "\(outcome.obstacles)")
    #expect(outcome.assurance == .picture && outcome.releaseToken?.assurance == .picture)
    let log = try TestFile.text(folder.location.auditLog.text).split(separator: "\n")
    let entry = try JSONDecoder().decode(AuditEntry.self, from: Data(try #require(log.last).utf8))
    #expect(entry.assurance == .picture && entry.liveness == .passive)
  }

  @Test("An app may ask for more than the machine does, never for less")
  func request() async throws {
    try enrol()
    let picture = Frames.file(Self.sample("obama3.jpg"))
    for (machine, app) in [(Assurance.picture, Assurance.motion), (.motion, .picture)] {
      let outcome = await SystemAuthenticator(configuration(picture, least: machine)).evaluate(
        AuthenticationRequest(policy: .biometrics, leastAssurance: app))
      #expect(outcome.obstacles == [.blocked(.assuranceOutOfReach(highest: .picture, least: .motion))])
    }
  }
}
