import Foundation
import Matching
import Store
import Testing

@testable import Policy

@Suite("What a look learns")
struct LookLearningTests {
  private static let model = String(repeating: "ab", count: 32)

  /// A direction in the plane, at an angle in degrees.
  private func template(_ degrees: Double) throws -> FaceTemplate {
    let angle = degrees * .pi / 180
    return try FaceTemplate(embedding: [Float(cos(angle)), Float(sin(angle))], modelHash: Self.model)
  }

  private func record(_ enrolled: [Double], learned: [Double] = []) throws -> UserRecord {
    UserRecord(
      name: "ada",
      appearances: [
        Appearance(
          label: "default", templates: try enrolled.map(template), learnedTemplates: try learned.map(template)
        )
      ])
  }

  private let learning = LookLearning(
    threshold: Score(0.5), margin: 0.1, limit: 3, scale: EvidenceScale(exponent: 0.5))

  private func learned(_ degrees: Double, _ record: UserRecord) throws -> [FaceTemplate] {
    var record = record
    learning.learn(MeanTemplate(try template(degrees)), into: &record)
    return record.appearances[0].learnedTemplates
  }

  @Test("A certain success is learned, one that only matches is not, nor what is known already")
  func certainty() throws {
    let known = try record([0, 10, -10])
    #expect(try learned(40, known) == [template(40)])
    // A match (cosine 0.53), but not by the margin.
    #expect(try learned(58, known).isEmpty)
    #expect(try learned(2, known).isEmpty)
  }

  @Test("No chain of small steps leads away from what was enrolled")
  func drift() throws {
    var current = try record([0, 4, -4])
    for step in stride(from: 10.0, through: 170, by: 10) {
      learning.learn(MeanTemplate(try template(step)), into: &current)
    }
    let look = current.appearances[0]
    for learned in look.learnedTemplates {
      #expect(try learned.score(against: template(0)).rawValue > 0.55)
    }
    #expect(try look.reference()?.template.score(against: template(0)).rawValue ?? 0 > 0.8)
  }

  @Test("The oldest gives way, and there are never more than were enrolled")
  func limits() throws {
    #expect(try learned(40, record([0, 10, -10], learned: [20, 25, 30])) == [25, 30, 40].map(template))
    #expect(try learned(40, record([0], learned: [20])) == [template(40)])
  }

  @Test("Rules without learning learn nothing")
  func off() {
    #expect(PolicyEvaluator(store: MemoryStore(), threshold: Score(0.5)).learning == nil)
    var rules = PolicyRules.faceID
    rules.learnedTemplatesPerAppearance = 2
    #expect(PolicyEvaluator(store: MemoryStore(), rules: rules, threshold: Score(0.5)).learning?.limit == 2)
    rules.learnedTemplatesPerAppearance = 17
    rules.learningMargin = .nan
    #expect(rules.faults.map(\.keyPath) == ["learnedTemplatesPerAppearance", "learningMargin"])
  }
}
