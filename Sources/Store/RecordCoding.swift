import Formats
import Matching

/// The parts of a record as the bytes that are sealed, one value per column of `users`: JSON, but for the nonce.
enum RecordCoding {
  /// The values by column, in the order of `SQLiteSchema.userColumns`.
  static func values(of record: UserRecord) throws(StoreError) -> [[UInt8]] {
    guard record.attempts.moments.allSatisfy({ $0.unixSeconds.isFinite && $0.secondsSinceBoot.isFinite })
    else {
      throw .database(path: "record", reason: "a time is not a number")
    }
    return [
      bytes(.array(record.appearances.map(\.json))),
      bytes(passcode(of: record)),
      bytes(record.attempts.json),
      bytes(.array(record.ownerIdentifier.map { [.string($0)] } ?? [])),
      record.enrolmentNonce,
    ]
  }

  /// Whether the values of two records differ, by column.
  static func differences(_ old: UserRecord, _ new: UserRecord) -> [Bool] {
    [
      old.appearances != new.appearances,
      old.passcodeVerifier != new.passcodeVerifier || old.passcodeIsNormal != new.passcodeIsNormal,
      old.attempts != new.attempts,
      old.ownerIdentifier != new.ownerIdentifier,
      old.enrolmentNonce != new.enrolmentNonce,
    ]
  }

  /// The record of opened values.
  ///
  /// - Parameters:
  ///   - values: One per column.
  ///   - damaged: Names the error for the column with this index.
  static func record(
    name: String, values: [[UInt8]], damaged: (Int) -> StoreError
  ) throws(StoreError) -> UserRecord {
    guard let appearances = read(values[0], { $0.all { Appearance($0) } }) else { throw damaged(0) }
    guard let passcode = read(values[1], { $0.all { $0.string() } }) else { throw damaged(1) }
    guard let attempts = read(values[2], { AttemptState($0) }) else { throw damaged(2) }
    guard let owner = read(values[3], { $0.all { $0.string() } }) else { throw damaged(3) }
    return UserRecord(
      name: name, appearances: appearances, passcodeVerifier: passcode.first,
      passcodeIsNormal: passcode.dropFirst().first == normalForm, attempts: attempts,
      ownerIdentifier: owner.first, enrolmentNonce: values[4])
  }

  /// The verifier, and behind it the form of the passcode that it was made of, where that is the normal one.
  private static func passcode(of record: UserRecord) -> JSON {
    guard let verifier = record.passcodeVerifier else { return .array([]) }
    return .array([.string(verifier)] + (record.passcodeIsNormal ? [.string(normalForm)] : []))
  }

  /// RFC 8265.
  private static let normalForm = "OpaqueString"

  private static func bytes(_ value: JSON) -> [UInt8] { Array(value.text.utf8) }

  /// What a value holds; nil where anything in it is wrong.
  private static func read<Value>(_ bytes: [UInt8], _ read: (DocumentValue) -> Value?) -> Value? {
    let reader = DocumentReader()
    let value = reader.value(bytes).flatMap(read)
    return reader.faults.isEmpty ? value : nil
  }
}

extension Appearance {
  fileprivate var json: JSON {
    .object([
      "label": .string(label), "templates": .array(templates.map(\.json)),
      "learned": .array(learnedTemplates.map(\.json)),
    ])
  }

  fileprivate init?(_ value: DocumentValue) {
    guard let document = value.object() else { return nil }
    let label = document["label"]?.string()
    let templates = document["templates"]?.all { FaceTemplate($0) }
    // Records of earlier versions have none.
    let learned = document.present("learned").map { $0.all { FaceTemplate($0) } } ?? []
    document.finish()
    guard let label, let templates, let learned else { return nil }
    self.init(label: label, templates: templates, learnedTemplates: learned)
  }
}

extension AttemptState {
  fileprivate var moments: [Moment] {
    [lastFailedMatch, passcodeDelayStart, lastPasscode, lastBiometric].compactMap(\.self)
  }

  fileprivate var json: JSON {
    .object([
      "failedMatches": .integer(failedMatches), "lastFailedMatch": lastFailedMatch?.json ?? .null,
      "undecidedTries": .integer(undecidedTries),
      "failedPasscodes": .integer(failedPasscodes), "passcodeDelayStart": passcodeDelayStart?.json ?? .null,
      "lastPasscode": lastPasscode?.json ?? .null, "lastBiometric": lastBiometric?.json ?? .null,
      "evaluation": .whole(evaluation), "limits": limits?.json ?? .null,
    ])
  }

  fileprivate init?(_ value: DocumentValue) {
    guard let document = value.object() else { return nil }
    let failedMatches = document["failedMatches"]?.wholeNumber()
    let lastFailedMatch = document.present("lastFailedMatch").flatMap { Moment($0) }
    // Records of earlier versions do not count them.
    let undecidedTries = document.present("undecidedTries").map { $0.wholeNumber() } ?? 0
    let failedPasscodes = document["failedPasscodes"]?.wholeNumber()
    let passcodeDelayStart = document.present("passcodeDelayStart").flatMap { Moment($0) }
    let lastPasscode = document.present("lastPasscode").flatMap { Moment($0) }
    let lastBiometric = document.present("lastBiometric").flatMap { Moment($0) }
    let evaluation = document["evaluation"]?.wholeNumber(of: UInt64.self)
    // Records of earlier versions have none.
    let limits = document.present("limits").flatMap { AttemptLimits($0) }
    document.finish()
    guard let failedMatches, let undecidedTries, let failedPasscodes, let evaluation else { return nil }
    self.init(
      failedMatches: failedMatches, lastFailedMatch: lastFailedMatch, undecidedTries: undecidedTries,
      failedPasscodes: failedPasscodes,
      passcodeDelayStart: passcodeDelayStart, lastPasscode: lastPasscode, lastBiometric: lastBiometric,
      evaluation: evaluation, limits: limits)
  }
}

extension Moment {
  fileprivate var json: JSON {
    .object([
      "unixSeconds": .exact(unixSeconds), "bootIdentifier": .string(bootIdentifier),
      "secondsSinceBoot": .exact(secondsSinceBoot),
    ])
  }

  fileprivate init?(_ value: DocumentValue) {
    guard let document = value.object() else { return nil }
    let unixSeconds = document["unixSeconds"]?.number()
    let bootIdentifier = document["bootIdentifier"]?.string()
    let secondsSinceBoot = document["secondsSinceBoot"]?.number()
    document.finish()
    guard let unixSeconds, let bootIdentifier, let secondsSinceBoot else { return nil }
    self.init(
      unixSeconds: unixSeconds, bootIdentifier: bootIdentifier, secondsSinceBoot: secondsSinceBoot)
  }
}
