import Matching
import Testing

@Suite("What several templates have in common")
struct MeanTemplateTests {
  private static let model = String(repeating: "ab", count: 32)

  private func template(_ values: [Float], model: String = Self.model) throws -> FaceTemplate {
    try FaceTemplate(embedding: values, modelHash: model)
  }

  @Test("One template is its own mean and agrees with itself")
  func single() throws {
    let one = try template([3, 4])
    #expect(try MeanTemplate([one]) == MeanTemplate(one))
    #expect(MeanTemplate(one).agreement == 1)
    #expect(MeanTemplate(one).count == 1)
  }

  @Test("The agreement is the length of the mean of unit vectors")
  func agreement() throws {
    let mean = try MeanTemplate([template([1, 0]), template([0, 5])])
    #expect(abs(mean.agreement - 0.5.squareRoot()) < 1e-7)
    #expect(abs(Double(mean.template.vector[0]) - 0.5.squareRoot()) < 1e-7)
    #expect(mean.count == 2)
  }

  @Test("A weight moves the mean towards its template")
  func weights() throws {
    let mean = try MeanTemplate([template([1, 0]), template([0, 1])], weights: [3, 1])
    #expect(abs(Double(mean.template.vector[0] / mean.template.vector[1]) - 3) < 1e-5)
    #expect(abs(mean.agreement - (10.0).squareRoot() / 4) < 1e-7)
  }

  @Test("Qualities are weights, and the worst picture counts a little")
  func qualities() throws {
    let templates = try [template([1, 0]), template([0, 1])]
    #expect(
      try MeanTemplate(templates, qualities: [0.8, 0.2]) == MeanTemplate(templates, weights: [0.8, 0.2]))
    #expect(try MeanTemplate(templates, qualities: [1, 0]).template.vector[1] > 0)
  }

  @Test("Nothing, opposites, bad weights and other models have no mean")
  func refusals() throws {
    let one = try template([1, 0])
    #expect(throws: MatchingError.noDirection) { try MeanTemplate([]) }
    #expect(throws: MatchingError.noDirection) { try MeanTemplate([one, try template([-1, 0])]) }
    #expect(throws: MatchingError.noDirection) { try MeanTemplate([one, one], weights: [1, 0]) }
    #expect(throws: MatchingError.noDirection) { try MeanTemplate([one, one], weights: [.nan, 1]) }
    #expect(throws: MatchingError.noDirection) { try MeanTemplate([one, one], weights: [1]) }
    let other = try template([1, 0], model: String(repeating: "cd", count: 32))
    #expect(throws: MatchingError.differentModels(enrolled: Self.model, probe: other.modelHash)) {
      try MeanTemplate([one, other])
    }
  }

  @Test("With an exponent of 1 the score is the mean of all cosines between both sides")
  func meanOfCosines() throws {
    let first = try [template([1, 2, 0]), template([2, 1, 1])]
    let second = try [template([0, 1, 1]), template([1, 1, 3]), template([3, 1, 0])]
    let cosines = try first.flatMap { one in try second.map { try one.score(against: $0).rawValue } }
    let expected = cosines.reduce(0, +) / Double(cosines.count)
    let score = try EvidenceScale.meanOfCosines.score(MeanTemplate(first), MeanTemplate(second))
    #expect(abs(score.rawValue - expected) < 1e-6)
  }

  @Test(
    "The exponent leads from the cosine of the means to the mean of the cosines",
    arguments: [0, 0.25, 0.5, 1])
  func exponents(exponent: Double) throws {
    let first = try MeanTemplate([template([1, 2, 0]), template([2, 1, 1])])
    let second = try MeanTemplate([template([0, 1, 1]), template([1, 1, 3])])
    let cosine = try first.cosine(to: second).rawValue
    let product = first.agreement * second.agreement
    var expected = cosine
    if exponent == 1 { expected *= product }
    if exponent == 0.5 { expected *= product.squareRoot() }
    if exponent == 0.25 { expected *= product.squareRoot().squareRoot() }
    let score = try EvidenceScale(exponent: exponent).score(first, second).rawValue
    #expect(abs(score - expected) < 1e-9)
  }

  @Test("A gallery finds people by what their templates have in common, with the scores of a comparison")
  func gallery() throws {
    let people = try [
      "ada": [template([1, 2, 0, 1]), template([2, 1, 1, 0])],
      "bob": [template([0, 1, 1, 4]), template([1, 1, 3, 2]), template([0, 0, 1, 1])],
      "eve": [template([-1, 1, 0, 2])],
    ]
    let scale = EvidenceScale(exponent: 0.5)
    var gallery = Gallery()
    for (name, templates) in people.sorted(by: { $0.key < $1.key }) {
      try gallery.add(MeanTemplate(templates), identity: name, scale: scale)
    }
    let probe = try MeanTemplate([template([1, 1, 0, 0]), template([0, 1, 0, 1])])
    let found = try gallery.search(probe, count: 3, scale: scale)
    let expected = try people.map { name, templates in
      Candidate(identity: name, score: try scale.score(MeanTemplate(templates), probe))
    }.sorted { $0.score > $1.score }
    #expect(found.map(\.identity) == expected.map(\.identity))
    for (one, other) in zip(found, expected) {
      #expect(abs(one.score.rawValue - other.score.rawValue) < 1e-6)
    }
  }

  @Test("The rate of several comparisons is at most their sum, and never above 1")
  func rates() throws {
    let rate = try #require(FalseMatchRate(rawValue: 1e-5))
    #expect(rate.ofAny(of: 4)?.rawValue == 4e-5)
    #expect(rate.ofAny(of: 1_000_000)?.rawValue == 1)
    #expect(rate.ofAny(of: 0) == nil)
  }
}
