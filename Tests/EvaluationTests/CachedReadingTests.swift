import FaceAnalysis
import Findings
import Matching
import TestSupport
import Testing

@testable import Evaluation

@Suite("Readings that are kept")
struct CachedReadingTests {
  private static let vector = (0..<128).map { Float($0 % 2 == 0 ? 1 : -1) / Float(128).squareRoot() }

  @Test("A template reads back bit for bit")
  func template() throws {
    let reading = TemplateMeasurement.Reading(vector: Self.vector, quality: 0.731)
    #expect(reading.bytes.count == 129 * 4)
    #expect(TemplateMeasurement.Reading(reading.bytes) == reading)
    #expect(PictureOutcome(PictureOutcome.reading(reading).bytes) == .reading(reading))
  }

  @Test("What is no direction of length 1 is no template")
  func noTemplate() {
    let good = TemplateMeasurement.Reading(vector: Self.vector, quality: 1).bytes
    var bad: [[UInt8]] = [[], [0, 0, 0, 0], Array(good.dropLast()), Array(good.dropLast(4)), good + [0]]
    for value in [Float.nan, .infinity, 0, 1e30] {
      bad.append(TemplateMeasurement.Reading(vector: [value] + Self.vector.dropFirst(), quality: 1).bytes)
      bad.append(TemplateMeasurement.Reading(vector: Self.vector, quality: value - 2).bytes)
    }
    for bytes in bad { #expect(TemplateMeasurement.Reading(bytes) == nil) }
  }

  @Test("A score of a presentation reads back, and nothing else does")
  func presentationAttack() {
    for score in [0, 1, 0.643, 0.123456789012345] {
      let reading = PresentationAttackMeasurement.Reading(score: score)
      #expect(PresentationAttackMeasurement.Reading(reading.bytes) == reading)
    }
    for score in [Double.nan, -0.1, 1.1, .infinity] {
      let bytes = PresentationAttackMeasurement.Reading(score: score).bytes
      #expect(PresentationAttackMeasurement.Reading(bytes) == nil)
    }
    #expect(PresentationAttackMeasurement.Reading([0, 0, 0]) == nil)
  }

  @Test("Attention reads back with its reasons, and nothing else does")
  func attention() {
    for reasons in [[], [Inattention.eyesClosed], [.eyesClosed, .lookingAway]] {
      let reading = AttentionMeasurement.Reading(reasons: reasons, openness: 0.1 + 0.2)
      #expect(AttentionMeasurement.Reading(reading.bytes) == reading)
    }
    for text in ["", "open", "nan", "2", "-1", "0.5 asleep", "0.5 eyesClosed asleep"] {
      #expect(AttentionMeasurement.Reading(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("A transaction reads back, and nothing else does")
  func transaction() {
    let reading = TransactionReading(
      isAccepted: false, score: 0.123456789012345, error: "authenticationFailed", frames: 3,
      reasons: ["a, \"b\"", ""])
    #expect(TransactionReading(reading.bytes) == reading)
    for cause in RefusalCause.allCases {
      let refused = TransactionReading(
        isAccepted: false, score: nil, error: nil, cause: cause, frames: 0, reasons: [])
      #expect(TransactionReading(refused.bytes) == refused)
    }
    for text in ["", "{}", "[]", "{\"isAccepted\":1}"] {
      #expect(TransactionReading(Array(text.utf8)) == nil)
    }
  }

  private static func enrolment() throws -> EnrolmentReading {
    var generator = SeededGenerator(seed: 5)
    let embedding = (0..<128).map { _ in Float.random(in: -1...1, using: &generator) }
    return EnrolmentReading(
      templates: [try FaceTemplate(embedding: embedding, modelHash: String(repeating: "b", count: 64))],
      tries: 2, leftOut: [FramePlace(file: 1, frame: nil), FramePlace(file: 0, frame: 7)], failure: nil)
  }

  @Test("An enrolment reads back bit for bit, and nothing else does")
  func enrolment() throws {
    let reading = try Self.enrolment()
    #expect(EnrolmentReading(reading.bytes) == reading)
    let failed = EnrolmentReading(templates: [], tries: 1, leftOut: [], failure: "no \"face\"")
    #expect(EnrolmentReading(failed.bytes) == failed)
    for text in ["", "{}", "[]", "{\"templates\":[],\"tries\":\"1\",\"leftOut\":[]}"] {
      #expect(EnrolmentReading(Array(text.utf8)) == nil)
    }
  }

  @Test("Bytes changed by chance are read or refused")
  func changedByChance() throws {
    var generator = SeededGenerator(seed: 6)
    let transaction = TransactionReading(
      isAccepted: true, score: 0.5, error: "userCancel", cause: .notLive, frames: 3, reasons: ["é"])
    var refused = 0
    for bytes in [transaction.bytes, try Self.enrolment().bytes] {
      for _ in 0..<500 {
        var changed = bytes
        changed[Int.random(in: changed.indices, using: &generator)] = .random(
          in: 0 ... .max, using: &generator)
        // What can be read can be written and read again.
        if let read = TransactionReading(changed) {
          #expect(TransactionReading(read.bytes) == read)
        } else if let read = EnrolmentReading(changed) {
          #expect(EnrolmentReading(read.bytes) == read)
        } else {
          refused += 1
        }
      }
    }
    #expect(refused > 100)
  }

  @Test("Reasons for having no reading are kept apart")
  func outcomes() {
    typealias Outcome = PictureOutcome<CountingMeasurement.Reading>
    for outcome in [Outcome.unreadable(reason: "é"), .withoutFace(reason: ""), .reading(.init(red: 3))] {
      #expect(Outcome(outcome.bytes) == outcome)
    }
    for bytes in [[], [0], [4, 1], [1]] as [[UInt8]] { #expect(Outcome(bytes) == nil) }
    #expect(Outcome.unreadable(reason: "x").isUnreadable && !Outcome.withoutFace(reason: "x").isUnreadable)
    #expect(Outcome.withoutFace(reason: "x").failure == "x" && Outcome.reading(.init(red: 1)).failure == nil)
  }
}
