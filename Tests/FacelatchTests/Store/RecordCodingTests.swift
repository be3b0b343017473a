import Formats
import Matching
import Policy
import TestSupport
import Testing

@testable import Store

@Suite("Records as bytes")
struct RecordCodingTests {
  private static let model = String(repeating: "0a", count: 32)

  /// A record with every value, and with numbers whose last bits matter.
  private static func record() throws -> UserRecord {
    var generator = SeededGenerator(seed: 7)
    func moment() -> Moment {
      Moment(
        unixSeconds: .random(in: 0...2e9, using: &generator), bootIdentifier: "b\"\u{1f}é",
        secondsSinceBoot: .random(in: 0...1e7, using: &generator))
    }
    func template() throws -> FaceTemplate {
      try FaceTemplate(
        embedding: (0..<512).map { _ in .random(in: -1...1, using: &generator) }, modelHash: model)
    }
    return UserRecord(
      name: "ada",
      appearances: [
        Appearance(
          label: "with \"glasses\"", templates: [try template(), try template()],
          learnedTemplates: [try template()]),
        Appearance(label: "", templates: []),
      ],
      passcodeVerifier: "$argon2id$v=19", passcodeIsNormal: true,
      attempts: AttemptState(
        failedMatches: 3, lastFailedMatch: moment(), undecidedTries: 4, failedPasscodes: 2,
        passcodeDelayStart: moment(),
        lastPasscode: moment(), lastBiometric: moment(), evaluation: .max,
        limits: PolicyRules.nist80063B.limits),
      ownerIdentifier: "owner-4711", enrolmentNonce: [0, 255, 7])
  }

  private static func read(_ values: [[UInt8]]) throws(StoreError) -> UserRecord {
    try RecordCoding.record(name: "ada", values: values) { .database(path: "column", reason: "\($0)") }
  }

  @Test("A record comes back to the last bit, a full one and an empty one")
  func roundTrip() throws {
    for record in [try Self.record(), UserRecord(name: "ada")] {
      let read = try Self.read(try RecordCoding.values(of: record))
      #expect(read == record)
      let bits = record.appearances.flatMap(\.templates).flatMap { $0.vector.map(\.bitPattern) }
      #expect(read.appearances.flatMap(\.templates).flatMap { $0.vector.map(\.bitPattern) } == bits)
    }
  }

  @Test("A record of an earlier version, which knows no learned templates and no undecided tries, is read")
  func earlierVersion() throws {
    var values = try RecordCoding.values(
      of: UserRecord(
        name: "ada",
        appearances: [
          Appearance(label: "a", templates: [try FaceTemplate(embedding: [3, 4], modelHash: Self.model)])
        ]))
    for (place, key) in [(0, ",\"learned\":[]"), (2, "\"undecidedTries\":0,")] {
      let text = String(decoding: values[place], as: UTF8.self)
      try #require(text.contains(key))
      values[place] = Array(text.replacing(key, with: "").utf8)
    }
    let record = try Self.read(values)
    #expect(record.appearances.map(\.learnedTemplates) == [[]])
    #expect(record.appearances[0].templates.count == 1 && record.attempts == AttemptState())
  }

  @Test("The values are plain JSON")
  func plain() throws {
    let values = try RecordCoding.values(of: try Self.record()).map { String(decoding: $0, as: UTF8.self) }
    #expect(values[0].hasPrefix(#"[{"label":"with \"glasses\"","templates":[{"vector":["#))
    #expect(values[1] == #"["$argon2id$v=19","OpaqueString"]"#)
    #expect(values[2].hasPrefix(#"{"failedMatches":3,"lastFailedMatch":{"unixSeconds":"#))
    #expect(values[2].contains(#","evaluation":18446744073709551615,"limits":{"failedMatches":50,"#))
  }

  @Test("A time that is not a number is not kept")
  func notANumber() {
    let moment = Moment(unixSeconds: .nan, bootIdentifier: "", secondsSinceBoot: 0)
    let record = UserRecord(name: "ada", attempts: AttemptState(lastPasscode: moment))
    #expect(throws: StoreError.self) { try RecordCoding.values(of: record) }
  }

  @Test(
    "A damaged value is told by its column",
    arguments: [
      (0, "{}"), (0, #"[{"label":"a"}]"#),
      (0, #"[{"label":"a","templates":[{"vector":[0.5],"model":"MODEL"}]}]"#),
      (0, #"[{"label":"a","templates":[{"vector":[1],"model":"short"}]}]"#),
      (0, #"[{"label":"a","templates":[{"vector":[1e39],"model":"MODEL"}]}]"#),
      (0, #"[{"label":"a","templates":[{"vector":[null],"model":"MODEL"}]}]"#),
      (0, #"[{"label":"a","templates":[],"colour":1}]"#), (1, "[1]"), (1, ""), (2, "{}"), (2, "null"),
      (2, #"{"failedMatches":1.5,"failedPasscodes":0,"evaluation":0}"#),
      (2, #"{"failedMatches":0,"failedPasscodes":0,"evaluation":-1}"#),
      (2, #"{"failedMatches":0,"lastPasscode":{},"failedPasscodes":0,"evaluation":0}"#), (3, "\"owner\""),
    ])
  func damaged(column: Int, text: String) throws {
    var values = try RecordCoding.values(of: try Self.record())
    values[column] = Array(text.replacing("MODEL", with: Self.model).utf8)
    #expect(throws: StoreError.database(path: "column", reason: "\(column)")) { try Self.read(values) }
  }

  @Test("Bytes changed by chance are read or refused")
  func changedByChance() throws {
    var generator = SeededGenerator(seed: 8)
    var record = try Self.record()
    record.appearances = [
      Appearance(label: "a", templates: [try FaceTemplate(embedding: [3, 4], modelHash: Self.model)])
    ]
    let values = try RecordCoding.values(of: record)
    var refused = 0
    for _ in 0..<4_000 {
      var changed = values
      let column = Int.random(in: 0..<4, using: &generator)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: changed[column].indices, using: &generator)
        if Bool.random(using: &generator) {
          changed[column][place] = .random(in: 0 ... .max, using: &generator)
        } else {
          changed[column].removeLast(changed[column].count - place)
          break
        }
        if changed[column].isEmpty { break }
      }
      do throws(StoreError) {
        // What can be read can be written and read again.
        let read = try Self.read(changed)
        #expect(try Self.read(try RecordCoding.values(of: read)) == read)
      } catch {
        #expect(error == .database(path: "column", reason: "\(column)"))
        refused += 1
      }
    }
    #expect(refused > 1_000)
  }
}
