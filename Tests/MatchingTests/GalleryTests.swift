import Matching
import Testing

struct GalleryTests {
  static func template(_ values: [Float]) throws -> FaceTemplate {
    try FaceTemplateTests.template(values)
  }

  @Test("the best template of an identity counts, and candidates come by falling score")
  func bestTemplate() throws {
    var gallery = Gallery()
    try gallery.add(Self.template([0, 1, 0]), identity: "Ada")
    try gallery.add(Self.template([1, 1, 0]), identity: "Bo")
    try gallery.add(Self.template([1, 0, 0]), identity: "Ada")
    let found = try gallery.search(Self.template([1, 0, 0]), count: 5)
    #expect(found.map(\.identity) == ["Ada", "Bo"])
    #expect(abs(found[0].score.rawValue - 1) < 1e-6)
    #expect(abs(found[1].score.rawValue - 0.5.squareRoot()) < 1e-6)
    #expect(gallery.templateCount == 3)
    #expect(gallery.identities == ["Ada", "Bo"])
  }

  @Test("the k best equal the first k of a full sort, ties in the order of adding")
  func topCandidates() throws {
    var gallery = Gallery()
    var scores: [(String, Float)] = []
    for index in 0..<200 {
      // Only 23 different directions, so there are many ties.
      let angle = Float((index * 37) % 23) / 23
      let template = try Self.template([angle, 1, 0, 0, 0, 0, 0, 0, 1])
      try gallery.add(template, identity: "person \(index)")
      scores.append(("person \(index)", template.vector[0]))
    }
    let probe = try Self.template([1, 0, 0, 0, 0, 0, 0, 0, 0])
    let expected = scores.enumerated()
      .sorted { $0.element.1 != $1.element.1 ? $0.element.1 > $1.element.1 : $0.offset < $1.offset }
      .map(\.element.0)
    for count in [1, 2, 10, 199, 200, 500] {
      #expect(try gallery.search(probe, count: count).map(\.identity) == Array(expected.prefix(count)))
    }
  }

  @Test("an empty gallery and a count of zero find nobody")
  func empty() throws {
    let probe = try Self.template([1, 0])
    var gallery = Gallery()
    #expect(try gallery.search(probe, count: 3).isEmpty)
    try gallery.add(probe, identity: "Ada")
    #expect(try gallery.search(probe, count: 0).isEmpty)
    #expect(try gallery.search(probe, count: -1).isEmpty)
  }

  @Test("a template of another model or length is refused and changes nothing")
  func refused() throws {
    var gallery = Gallery()
    try gallery.add(Self.template([1, 0]), identity: "Ada")
    let foreign = try FaceTemplateTests.template([1, 0], model: FaceTemplateTests.otherModel)
    #expect(
      throws: MatchingError.differentModels(
        enrolled: FaceTemplateTests.model, probe: FaceTemplateTests.otherModel)
    ) {
      try gallery.add(foreign, identity: "Bo")
    }
    #expect(throws: MatchingError.dimensionMismatch(expected: 2, found: 3)) {
      try gallery.add(Self.template([1, 0, 0]), identity: "Bo")
    }
    #expect(throws: MatchingError.self) { try gallery.search(foreign, count: 1) }
    #expect(gallery.identities == ["Ada"])
    #expect(gallery.templateCount == 1)
  }
}
