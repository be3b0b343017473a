import Facelatch
import Testing

@Suite("The library", .timeLimit(.minutes(10)))
struct LibraryTests {
  /// Two photos compared with the parts that a gate is made of.
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
      return try analyzer.template(of: face, in: image).template
    }
  }

  @Test("The parts without a gate accept the same person, refuse another one and get nothing from a rocket")
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
