import FacelatchTestSupport
import Matching
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Records and secrets in SQLite")
struct SQLiteStoreTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(directory: Path(folder.store))
  }

  private func fullRecord() throws -> UserRecord {
    let templates = try (0..<3).map { try #require(SyntheticReader.template(person: 1, variation: $0)) }
    let moment = Moment(unixSeconds: 1e9, bootIdentifier: "boot", secondsSinceBoot: 12.5)
    return UserRecord(
      name: "ada", appearances: [Appearance(label: "glasses", templates: templates)],
      passcodeVerifier: "$argon2id$test",
      attempts: AttemptState(
        failedMatches: 2, lastFailedMatch: moment, failedPasscodes: 3, passcodeDelayStart: moment,
        lastPasscode: moment, lastBiometric: moment, evaluation: .max),
      ownerIdentifier: "user-17", enrolmentNonce: [1, 2, 255])
  }

  @Test("A record comes back as it was written, also in another process")
  func roundTrip() throws {
    let written = try fullRecord()
    try store.update("ada") { (record) throws(StoreError) in record = written }
    for opened in [store, try SQLiteStore(directory: Path(folder.store))] {
      let read = try #require(try opened.record(of: "ada"))
      #expect(read.attempts == written.attempts)
      #expect(read.passcodeVerifier == written.passcodeVerifier)
      #expect(read.ownerIdentifier == written.ownerIdentifier)
      #expect(read.enrolmentNonce == written.enrolmentNonce)
      #expect(read.appearances.map(\.label) == ["glasses"])
      for (one, other) in zip(read.appearances[0].templates, written.appearances[0].templates) {
        #expect(try one.score(against: other) > Score(0.999_999))
      }
    }
  }

  @Test("An empty record comes back empty")
  func emptyRecord() throws {
    try store.update("bob") { (record) throws(StoreError) in record = UserRecord(name: "bob") }
    #expect(try store.record(of: "bob") == UserRecord(name: "bob"))
  }

  @Test("Nothing comes back for somebody unknown")
  func unknown() throws {
    #expect(try store.record(of: "nobody") == nil)
    #expect(try store.secret("token", of: "nobody") == nil)
    #expect(try store.secretKeys(of: "nobody").isEmpty)
    #expect(try store.userNames().isEmpty)
  }

  @Test("An update that throws changes nothing")
  func rollback() throws {
    try store.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
    #expect(throws: StoreError.changedMeanwhile(user: "ada")) {
      try store.update("ada") { (record) throws(StoreError) in
        record?.attempts.failedMatches = 4
        throw .changedMeanwhile(user: "ada")
      }
    }
    #expect(try store.record(of: "ada")?.attempts.failedMatches == 0)
    // The transaction is over: the next one begins.
    try store.update("ada") { (record) throws(StoreError) in record?.attempts.failedMatches = 1 }
    #expect(try store.record(of: "ada")?.attempts.failedMatches == 1)
  }

  @Test("Removing a person removes the secrets")
  func removal() throws {
    try store.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
    try store.setSecret(Secret([1, 2, 3]), "token", of: "ada")
    try store.update("ada") { (record) throws(StoreError) in record = nil }
    #expect(try store.userNames().isEmpty)
    try store.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
    #expect(try store.secretKeys(of: "ada").isEmpty)
    #expect(try store.secret("token", of: "ada") == nil)
  }

  @Test("Secrets are replaced, listed and removed")
  func secrets() throws {
    try store.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
    try store.setSecret(Secret([1]), "b", of: "ada")
    try store.setSecret(Secret([2, 3]), "b", of: "ada")
    try store.setSecret(Secret([]), "a", of: "ada")
    #expect(try store.secretKeys(of: "ada") == ["a", "b"])
    #expect(try store.secret("b", of: "ada")?.value == [2, 3])
    #expect(try store.secret("a", of: "ada")?.value == [])
    try store.setSecret(nil, "a", of: "ada")
    #expect(try store.secretKeys(of: "ada") == ["b"])
  }

  @Test("A secret needs somebody to whom it belongs")
  func secretWithoutUser() throws {
    #expect(throws: StoreError.unknownUser("nobody")) {
      try store.setSecret(Secret([1]), "token", of: "nobody")
    }
  }

  @Test(
    "Names that cannot be printed are refused",
    arguments: ["", "a\nb", "a\u{1b}[2J", String(repeating: "x", count: 256)])
  func badNames(name: String) throws {
    #expect(throws: StoreError.invalidName(name)) {
      try store.update(name) { (record) throws(StoreError) in record = UserRecord(name: name) }
    }
    try store.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
    #expect(throws: StoreError.invalidSecretKey(name)) { try store.setSecret(Secret([1]), name, of: "ada") }
  }

  @Test("A record cannot be written under another name")
  func otherName() throws {
    #expect(throws: StoreError.invalidName("bob")) {
      try store.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "bob") }
    }
    #expect(try store.userNames().isEmpty)
  }

  @Test("Names of every script come back", arguments: ["Ångström", "李雷", "o'neil; DROP TABLE users", "%_?"])
  func scripts(name: String) throws {
    try store.update(name) { (record) throws(StoreError) in record = UserRecord(name: name) }
    try store.setSecret(Secret([9]), name, of: name)
    #expect(try store.userNames() == [name])
    #expect(try store.secret(name, of: name)?.value == [9])
  }

  @Test("A hundred updates at once through two connections lose none")
  func concurrentUpdates() async throws {
    try store.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
    let second = try SQLiteStore(directory: Path(folder.store))
    let stores = [store, second]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask {
          try stores[index % 2].update("ada") { (record) throws(StoreError) in
            record?.attempts.failedMatches += 1
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.record(of: "ada")?.attempts.failedMatches == 100)
  }

  @Test("Writes are synchronous and go through the write-ahead log")
  func durability() throws {
    let connection = try StoreConnection(path: store.location.database, patienceSeconds: 1)
    #expect(try connection.text("PRAGMA journal_mode") == "wal")
    #expect(try store.pragma("synchronous") == 2)
    #expect(try store.pragma("secure_delete") == 1)
    #expect(try store.pragma("foreign_keys") == 1)
  }

  @Test("A busy database is an error after the patience is used up, not a hang")
  func busy() throws {
    let connection = try StoreConnection(path: store.location.database, patienceSeconds: 1)
    let impatient = try SQLiteStore(location: folder.location, schema: SQLiteSchema(), patienceSeconds: 0.2)
    try connection.execute("BEGIN IMMEDIATE")
    #expect(throws: StoreError.busy(path: store.location.database, seconds: 0.2)) {
      try impatient.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
    }
    try connection.execute("COMMIT")
    try impatient.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
  }
}
