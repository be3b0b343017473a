import Matching

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parts of a record as the bytes that are sealed, one value per column of `users`.
enum RecordCoding {
  /// The values by column, in the order of `SQLiteSchema.userColumns`.
  static func values(of record: UserRecord) throws(StoreError) -> [[UInt8]] {
    [
      try encode(record.appearances),
      try encode(record.passcodeVerifier.map { [$0] } ?? []),
      try encode(record.attempts),
      try encode(record.ownerIdentifier.map { [$0] } ?? []),
      record.enrolmentNonce,
    ]
  }

  /// Whether the values of two records differ, by column.
  static func differences(_ old: UserRecord, _ new: UserRecord) -> [Bool] {
    [
      old.appearances != new.appearances,
      old.passcodeVerifier != new.passcodeVerifier,
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
    guard let appearances = decode([Appearance].self, values[0]) else { throw damaged(0) }
    guard let passcode = decode([String].self, values[1]) else { throw damaged(1) }
    guard let attempts = decode(AttemptState.self, values[2]) else { throw damaged(2) }
    guard let owner = decode([String].self, values[3]) else { throw damaged(3) }
    return UserRecord(
      name: name, appearances: appearances, passcodeVerifier: passcode.first, attempts: attempts,
      ownerIdentifier: owner.first, enrolmentNonce: values[4])
  }

  private static func encode(_ value: some Encodable) throws(StoreError) -> [UInt8] {
    do {
      return [UInt8](try JSONEncoder().encode(value))
    } catch {
      throw .database(path: "record", reason: "a value cannot be written: \(error)")
    }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
