import FacelatchTestSupport
import TestSupport
import Testing

@testable import Facelatch

@Suite("The gate", .timeLimit(.minutes(5)))
struct GateTests {
  @Test("A model pack that cannot be used is told when the gate is made")
  func missingPack() throws {
    let folder = try TemporaryFolder()
    do throws(GateError) {
      _ = try Gate(Configuration(models: Path(folder.file("nowhere"))))
      Issue.record("a gate was made")
    } catch {
      guard case .models = error else { throw error }
    }
  }

  @Test("A rate that was never measured is told when the gate is made")
  func unmeasuredRate() throws {
    let rate = try #require(FalseMatchRate(rawValue: 1e-12))
    do throws(GateError) {
      _ = try Gate(Configuration(falseMatchRate: rate))
      Issue.record("a gate was made")
    } catch {
      guard case .matching = error else { throw error }
    }
  }

  @Test("A passcode is checked without networks by a gate that was not asked to check them")
  func withoutNetworks() throws {
    let store = MemoryStore()
    let prompt = ProgrammaticPrompt.always("correct horse")
    try PasscodeManager.fast(store).set(user: "ada", prompt: prompt)
    let gate = Gate(unchecked: Configuration(user: "ada", models: "/nowhere"), store: store)
    #expect(gate.authenticate(prompt: prompt).method == .passcode)
    #expect(!gate.canRecognise())
  }

  @Test("Questions about a store that is missing find nobody and leave nothing behind")
  func missingStore() throws {
    let folder = try TemporaryFolder()
    let gate = try Gate(Configuration(user: "ada", store: Path(folder.store)))
    let prompt = ProgrammaticPrompt.always("correct horse")
    #expect(try gate.userNames() == [])
    #expect(try gate.record(of: "ada") == nil)
    #expect(try gate.vault().keys() == [])
    #expect(gate.refusal(.deviceOwner)?.error == .passcodeNotSet)
    #expect(gate.authenticate(prompt: prompt).obstacles.first?.name == "noStore")
    #expect(throws: EnrolmentError.self) {
      try gate.enrol(from: .picture(SamplePicture.path("obama.jpg")), prompt: prompt)
    }
    #expect(throws: StoreError.unknownUser("ada")) { try gate.vault().put([1], key: "key") }
    #expect(folder.names == [])
  }

  @Test("A passcode cannot be set in a store that nobody makes, and is not lost unnoticed")
  func nowhereToKeep() throws {
    let folder = try TemporaryFolder()
    let gate = try Gate(Configuration(store: Path(folder.store)))
    let prompt = ProgrammaticPrompt.always("correct horse")
    #expect(throws: PasscodeError.self) { try gate.passcodes().set(user: "ada", prompt: prompt) }
    #expect(folder.names == [])
    try gate.passcodes(makingStore: true).set(user: "ada", prompt: prompt)
    #expect(try gate.userNames() == ["ada"])
    // A store that is there now serves whoever asked before it was.
    #expect(throws: PasscodeError.alreadySet(user: "ada")) {
      try gate.passcodes().set(user: "ada", prompt: prompt)
    }
  }

  @Test("Without frames, named or configured, an enrolment says so; configured ones are taken")
  func configuredFrames() throws {
    let store = MemoryStore()
    let prompt = ProgrammaticPrompt.always("correct horse")
    try PasscodeManager.fast(store).set(user: "ada", prompt: prompt)
    #expect {
      try Gate(unchecked: Configuration(user: "ada"), store: store).enrol(prompt: prompt)
    } throws: {
      guard case .engine(let failure) = $0 as? EnrolmentError else { return false }
      return failure.part == .frames
    }
    let frames = Frames.picture(SamplePicture.path("obama.jpg"))
    let gate = Gate(unchecked: Configuration(user: "ada", frames: frames), store: store)
    #expect(try gate.enrol(prompt: prompt).templates == 1)
    #expect(gate.authenticate(nil, AuthenticationRequest(policy: .biometrics)).authenticated)
  }

  @Test("A verdict says who, how alike and how rare that is in one line")
  func verdict() throws {
    let gate = try Gate()
    let verdict = try gate.compare(SamplePicture.path("obama.jpg"), SamplePicture.path("biden.jpg"))
    #expect(
      "\(verdict)"
        == "not the same person, score \(verdict.score) (threshold \(verdict.threshold), false matches \(verdict.falseMatchRate))"
    )
    #expect(throws: GateError.noUsableFace(picture: "first picture", .noFace)) {
      try gate.compare(SamplePicture.image("rocket.jpg"), SamplePicture.image("obama.jpg"))
    }
  }

  @Test(
    "Sets of pictures are compared with the better ones before the others, and refused when one shows nobody")
  func sets() throws {
    let gate = try Gate()
    let paths = ["obama.jpg", "obama2.jpg"].map(SamplePicture.path)
    #expect(try gate.compare(paths, [SamplePicture.path("obama3.jpg")]).isMatch)
    #expect(try gate.face(of: paths).count == 2)
    #expect(throws: GateError.self) { try gate.compare(paths, [SamplePicture.path("rocket.jpg")]) }
    #expect(throws: GateError.self) { try gate.compare(paths, []) }
  }

  @Test("Sets of pictures are compared alike, waiting or not")
  func setsInTheBackground() async throws {
    let gate = try Gate()
    let paths = ["obama.jpg", "obama2.jpg"].map(SamplePicture.path)
    let other = [SamplePicture.path("obama3.jpg")]
    func waiting() throws -> Matcher.Verdict { try gate.compare(paths, other) }
    let expected = try waiting()
    let verdict = try await gate.compare(paths, other)
    #expect(verdict == expected)
  }

  @Test("Files, pictures in memory and templates are identified alike, waiting or not")
  func identification() async throws {
    let gate = try Gate()
    var gallery = Gallery()
    for name in ["obama.jpg", "biden.jpg"] {
      try gallery.add(await gate.template(of: SamplePicture.path(name)), identity: name)
    }
    let known = gallery
    let path = SamplePicture.path("obama3.jpg")
    let image = try SamplePicture.image("obama3.jpg")
    func waiting() throws -> [[Candidate]] {
      [
        try gate.identify(path, among: known), try gate.identify(image, among: known),
        try gate.identify(try gate.template(of: image), among: known),
      ]
    }
    let answers =
      try waiting() + [
        try await gate.identify(path, among: known), try await gate.identify(image, among: known),
      ]
    #expect(answers.allSatisfy { $0 == answers[0] })
    #expect(answers[0].map(\.identity) == ["obama.jpg"])
    #expect(try await gate.identify(SamplePicture.path("astronaut.png"), among: known) == [])
  }
}
