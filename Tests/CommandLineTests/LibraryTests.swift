import Facelatch
import Testing

@Suite("The library", .timeLimit(.minutes(10)))
struct LibraryTests {
  /// README's example, without its printing.
  private struct Example {
    let models: FaceModels
    let analyzer: FaceAnalyzer
    let matcher: Matcher

    init() throws {
      models = FaceModels(pack: try .bundled())
      analyzer = FaceAnalyzer(models: models)
      matcher = try Matcher(pack: models.pack)
    }

    func template(_ path: String) throws -> FaceTemplate? {
      let image = try DecodedImage(contentsOf: path).image
      guard case .face(let face) = try analyzer.acquire(image) else { return nil }
      return try analyzer.template(of: face, in: image)
    }
  }

  @Test("README's example accepts the same person, refuses another one and gets nothing from a rocket")
  func example() throws {
    let example = try Example()
    let first = try #require(try example.template(Samples.path("obama.jpg")))
    let second = try #require(try example.template(Samples.path("obama2.jpg")))
    let stranger = try #require(try example.template(Samples.path("biden.jpg")))
    #expect(try example.matcher.verdict(first, second).isMatch)
    #expect(try !example.matcher.verdict(first, stranger).isMatch)
    #expect(try example.template(Samples.path("rocket.jpg")) == nil)
    #expect(first.modelHash == example.models.pack.embedding.file.sha256)
  }

  @Test("Two photos, three lines: the same person, another one, and why there is no answer")
  func comparison() async throws {
    let gate = try Gate()
    let same = try await gate.compare(Path(Samples.path("obama.jpg")), Path(Samples.path("obama2.jpg")))
    #expect(same.isMatch)
    let other = try await gate.compare(
      Path(Samples.path("obama.jpg")), Path(Samples.path("biden.jpg")))
    #expect(!other.isMatch)
    await #expect(throws: GateError.noUsableFace(picture: Samples.path("rocket.jpg"), .noFace)) {
      try await gate.compare(Path(Samples.path("rocket.jpg")), Path(Samples.path("obama.jpg")))
    }
  }

  @Test("README's second example opens the vault for the enrolled face")
  func authentication() async throws {
    let prepared = try PreparedStore()
    let gate = try Gate(Configuration(store: Path(prepared.directory)))
    try gate.vault(of: "ada").put([1, 2, 3], key: "mail")
    let outcome = await gate.authenticate(
      "ada", AuthenticationRequest(policy: .biometrics, reason: "open the safe"),
      from: .picture(Path(PreparedStore.face)), prompt: ProgrammaticPrompt())
    let token = try #require(outcome.releaseToken)
    #expect(try gate.vault(of: "ada").get("mail", releasedBy: token) == [1, 2, 3])
  }

  @Test("The matcher decides at the pack's false-match rate")
  func threshold() throws {
    let pack = try ModelPack.bundled()
    let rate = try #require(pack.embedding.decisionFalseMatchRate.flatMap { FalseMatchRate(rawValue: $0) })
    let matcher = try Matcher(pack: pack)
    #expect(matcher.threshold == (try matcher.operatingPoints.threshold(for: rate)))
    #expect(matcher.operatingPoints.points.count == pack.embedding.operatingPoints.count)
  }

  @Test("The system's libraries tell plausible versions")
  func libraries() {
    let libraries = SystemLibraries.all
    #expect(libraries.map(\.name) == ["libjpeg-turbo", "libpng", "libsodium", "SQLite"])
    for library in libraries {
      let parts = library.version.split(separator: ".").compactMap { Int($0) }
      #expect(parts.count == 3)
      #expect((1...9).contains(parts[0]))
    }
    #expect(libraries[1].version.hasPrefix("1.6."))
    #expect(libraries[3].version.hasPrefix("3."))
  }

  @Test("The engine always has a baseline, and uses what it has")
  func engine() {
    #expect(Engine.availableInstructionSets.first == "baseline")
    #expect(Engine.availableInstructionSets.contains(Engine.activeInstructionSet))
  }
}
