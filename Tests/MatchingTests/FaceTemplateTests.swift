import Foundation
import Matching
import Testing

struct FaceTemplateTests {
  static let model = String(repeating: "ab", count: 32)
  static let otherModel = String(repeating: "cd", count: 32)

  static func template(_ values: [Float], model: String = model) throws -> FaceTemplate {
    try FaceTemplate(embedding: values, modelHash: model)
  }

  @Test("an embedding is scaled to length 1")
  func unitLength() throws {
    #expect(try Self.template([3, 4]).vector == [0.6, 0.8])
    #expect(try Self.template([0, -1e-30, 0]).vector == [0, -1, 0])
    let large = try Self.template([3e30, 4e30]).vector
    #expect(abs(large[0] - 0.6) < 1e-6)
    #expect(abs(large[1] - 0.8) < 1e-6)
  }

  @Test(
    "the cosine is that of the angle between the embeddings",
    arguments: [
      ([1, 0], [2, 0], 1), ([1, 0], [0, 5], 0), ([1, 0], [-3, 0], -1), ([1, 1], [1, 0], 0.5.squareRoot()),
      ([1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1], 165.0 / 285.0),
    ] as [([Float], [Float], Double)])
  func cosine(left: [Float], right: [Float], expected: Double) throws {
    let score = try Matcher.score(Self.template(left), Self.template(right))
    #expect(abs(score.rawValue - expected) < 1e-6)
  }

  @Test("the score agrees with a plain sum for every length up to 70")
  func everyLength() throws {
    for count in 1...70 {
      let left = try Self.template((0..<count).map { Float(($0 * 7919 + 13) % 101) - 50.5 })
      let right = try Self.template((0..<count).map { Float(($0 * 104729 + 5) % 89) - 44.5 })
      let expected = zip(left.vector, right.vector).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
      #expect(abs(try left.score(against: right).rawValue - expected) < 1e-6)
    }
  }

  @Test("templates of different models never match, and the error says to enrol again")
  func differentModels() throws {
    let enrolled = try Self.template([1, 0])
    let probe = try Self.template([1, 0], model: Self.otherModel)
    let expected = MatchingError.differentModels(enrolled: Self.model, probe: Self.otherModel)
    #expect(throws: expected) { try enrolled.score(against: probe) }
    #expect(expected.description.contains("enrol again"))
  }

  @Test("vectors of different lengths are refused")
  func dimensions() throws {
    #expect(throws: MatchingError.dimensionMismatch(expected: 2, found: 3)) {
      try Self.template([1, 0]).score(against: Self.template([1, 0, 0]))
    }
  }

  @Test("values that are not finite and vectors without direction are refused")
  func unusable() {
    #expect(throws: MatchingError.notFinite) { try Self.template([1, .nan]) }
    #expect(throws: MatchingError.notFinite) { try Self.template([.infinity, 1]) }
    #expect(throws: MatchingError.noDirection) { try Self.template([0, 0]) }
    #expect(throws: MatchingError.noDirection) { try Self.template([]) }
  }

  @Test("a model is named by 64 hexadecimal digits in any case")
  func modelHash() throws {
    #expect(try Self.template([1], model: Self.model.uppercased()).modelHash == Self.model)
    for text in ["", "abc", String(repeating: "g", count: 64), String(repeating: "a", count: 65)] {
      #expect(throws: MatchingError.invalidModelHash(text)) { try Self.template([1], model: text) }
    }
  }

  @Test("a template survives encoding bit by bit")
  func codable() throws {
    let template = try Self.template((0..<128).map { Float($0 * $0 % 97) - 48 })
    let restored = try JSONDecoder().decode(FaceTemplate.self, from: JSONEncoder().encode(template))
    #expect(restored.modelHash == template.modelHash)
    #expect(restored.vector.count == 128)
    #expect(restored.vector.map(\.bitPattern) == template.vector.map(\.bitPattern))
  }

  @Test(
    "damaged records are refused",
    arguments: [
      #"{"vector":[0.5,0.5],"model":"MODEL"}"#, #"{"vector":[],"model":"MODEL"}"#,
      #"{"vector":[1],"model":"short"}"#, #"{"vector":[1]}"#, #"{"vector":[1e39],"model":"MODEL"}"#,
    ])
  func damaged(json: String) {
    let text = json.replacingOccurrences(of: "MODEL", with: Self.model)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FaceTemplate.self, from: Data(text.utf8)) }
  }

  @Test(
    "a score reads with three decimals and never leaves -1…1",
    arguments: [
      (0.7454, "0.745"), (-0.02, "-0.020"), (1.2, "1.000"), (-7, "-1.000"), (.nan, "-1.000"),
      (-0.0001, "0.000"),
    ])
  func scoreText(value: Double, text: String) {
    #expect(Score(value).description == text)
  }

  @Test("a verdict accepts from the threshold on")
  func verdict() throws {
    let rate = try #require(FalseMatchRate(rawValue: 1e-3))
    let matcher = try Matcher(
      operatingPoints: OperatingPoints([OperatingPoint(falseMatchRate: rate, threshold: Score(0.6))]),
      decidingAt: rate)
    let same = try matcher.verdict(Self.template([1, 0]), Self.template([1, 0]))
    #expect(same.isMatch)
    #expect(same.falseMatchRate == .below(rate))
    let other = try matcher.verdict(Self.template([1, 0]), Self.template([1, 2]))
    #expect(!other.isMatch)
    #expect(other.falseMatchRate == .above(rate))
    let exact = try Matcher(
      operatingPoints: OperatingPoints([OperatingPoint(falseMatchRate: rate, threshold: Score(0))]),
      decidingAt: rate)
    let border = try exact.verdict(Self.template([1, 0]), Self.template([0, 1]))
    #expect(border.isMatch)
    #expect(border.falseMatchRate == .about(rate))
  }
}
