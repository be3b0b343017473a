import FacelatchTestSupport
import Matching
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Sealed values")
struct SealingTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore
  private let secret = Array("the combination of the safe is 7-7-4".utf8)

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(directory: Path(folder.store))
    _ = try Household(store: store)
    try OwnerBinding(store: store, user: Household.user).bind("owner-4711")
    try store.setSecret(Secret(secret), "token", of: Household.user)
  }

  private func connection() throws -> StoreConnection {
    try StoreConnection(path: store.location.database, patienceSeconds: 5)
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, bytes.count >= part.count else { return false }
    return bytes.indices.dropLast(part.count - 1).contains { start in
      bytes[start] == first && bytes[start..<start + part.count].elementsEqual(part)
    }
  }

  @Test("No template, secret, verifier or passcode stands in the files in clear")
  func noClearText() throws {
    let record = try #require(try store.record(of: Household.user))
    let template = try #require(record.appearances.first?.templates.first)
    let verifier = try #require(record.passcodeVerifier)
    // Both forms in which a template could leak: as numbers in text and as numbers in memory.
    var needles = [
      secret, Array(Household.passcode.utf8), Array(verifier.utf8), Array("argon2id".utf8),
      Array("owner-4711".utf8), Array(template.modelHash.utf8), Array("failedMatches".utf8),
      Array("\"vector\"".utf8),
      Array("default".utf8),
    ]
    for value in template.vector.prefix(8) {
      needles.append(Array("\(value)".utf8))
    }
    needles.append(template.vector.prefix(4).withUnsafeBytes { Array($0) })
    let files = ["", "-wal", "-shm"].map { store.location.database.text + $0 }
    var searched = 0
    for file in files where TestFile.exists(file) {
      let bytes = try TestFile.bytes(file)
      searched += bytes.count
      for needle in needles {
        #expect(!contains(bytes, needle), "\(String(decoding: needle, as: UTF8.self)) stands in \(file)")
      }
    }
    // The search itself works: names are in clear.
    #expect(searched > 4_096)
    #expect(try files.contains { contains(try TestFile.bytes($0), Array(Household.user.utf8)) })
  }

  @Test("A flipped bit in any sealed column is detected and named", arguments: SQLiteSchema.userColumns)
  func flippedBit(column: String) throws {
    let connection = try connection()
    let entry = try #require(
      try SealedValues.all(in: connection).first { $0.cell.column == column && $0.cell.table == "users" })
    // The nonce, the middle and the tag.
    for position in [0, entry.bytes.count / 2, entry.bytes.count - 1] {
      var bytes = entry.bytes
      bytes[position] ^= 0x10
      try SealedValues.replace(entry, with: bytes, in: connection)
      let expected = StoreError.damagedValue(
        database: store.location.database, table: "users", column: column, user: Household.user)
      #expect(throws: expected) { try store.record(of: Household.user) }
      #expect(expected.description.contains(column) && expected.description.contains(Household.user))
      #expect(try store.damage() == [expected])
    }
    try SealedValues.replace(entry, with: entry.bytes, in: connection)
    #expect(try store.damage().isEmpty)
    #expect(try store.record(of: Household.user) != nil)
  }

  @Test("A flipped bit in a secret is detected and named")
  func flippedSecret() throws {
    let connection = try connection()
    let entry = try #require(try SealedValues.all(in: connection).first { $0.cell.table == "secrets" })
    var bytes = entry.bytes
    bytes[30] ^= 1
    try SealedValues.replace(entry, with: bytes, in: connection)
    let expected = StoreError.damagedValue(
      database: store.location.database, table: "secrets", column: "token", user: Household.user)
    #expect(throws: expected) { try store.secret("token", of: Household.user) }
  }

  @Test("A value that was shortened or blanked out is detected", arguments: [0, 10, 39, 40])
  func shortened(length: Int) throws {
    let connection = try connection()
    let entry = try #require(try SealedValues.all(in: connection).first { $0.cell.column == "passcode" })
    try SealedValues.replace(entry, with: Array(entry.bytes.prefix(length)), in: connection)
    #expect(throws: StoreError.self) { try store.record(of: Household.user) }
  }

  @Test("A value that was moved to another person is detected")
  func movedToOtherUser() throws {
    let other = "mallory"
    try store.update(other) { (record) throws(StoreError) in record = UserRecord(name: other) }
    let connection = try connection()
    let entries = try SealedValues.all(in: connection).filter { $0.cell.column == "appearances" }
    let mine = try #require(entries.first { $0.cell.user == Household.user })
    let hers = try #require(entries.first { $0.cell.user == other })
    try SealedValues.replace(hers, with: mine.bytes, in: connection)
    #expect(
      throws: StoreError.damagedValue(
        database: store.location.database, table: "users", column: "appearances", user: other)
    ) { try store.record(of: other) }
  }

  @Test("Values that were swapped between columns are detected")
  func swappedColumns() throws {
    let connection = try connection()
    let entries = try SealedValues.all(in: connection).filter { $0.cell.table == "users" }
    let passcode = try #require(entries.first { $0.cell.column == "passcode" })
    let owner = try #require(entries.first { $0.cell.column == "owner" })
    try SealedValues.replace(passcode, with: owner.bytes, in: connection)
    try SealedValues.replace(owner, with: passcode.bytes, in: connection)
    #expect(try store.damage().count == 2)
  }

  @Test("Secrets that were swapped between keys are detected")
  func swappedSecrets() throws {
    try store.setSecret(Secret([1, 2]), "other", of: Household.user)
    let connection = try connection()
    let entries = try SealedValues.all(in: connection).filter { $0.cell.table == "secrets" }
    try SealedValues.replace(entries[0], with: entries[1].bytes, in: connection)
    #expect(try store.damage().count == 1)
  }

  @Test("What a secret asks for is sealed with it: no bit of it can be changed in the file")
  func sealedAssurance() throws {
    try store.setSecret(Secret(secret, leastAssurance: .motion), "token", of: Household.user)
    #expect(try store.secret("token", of: Household.user) == Secret(secret, leastAssurance: .motion))
    let connection = try connection()
    let entry = try #require(try SealedValues.all(in: connection).first { $0.cell.table == "secrets" })
    // The first byte after the nonce stands for it.
    for bit in UInt8(0)..<8 {
      var bytes = entry.bytes
      bytes[24] ^= 1 << bit
      try SealedValues.replace(entry, with: bytes, in: connection)
      #expect(throws: StoreError.self) { try store.secret("token", of: Household.user) }
    }
  }

  @Test("The same value is never sealed into the same bytes twice")
  func freshNonces() throws {
    let sealer = Sealer(key: try StoreKey.random(), schema: 1)
    let cell = Cell(table: "t", column: "c", user: "u")
    let sealed = try (0..<100).map { _ in try sealer.seal([1, 2, 3], for: cell) }
    #expect(Set(sealed).count == 100)
    #expect(sealed.allSatisfy { sealer.open($0, for: cell) == [1, 2, 3] })
  }

  @Test("A place whose names run together is another place")
  func places() throws {
    let sealer = Sealer(key: try StoreKey.random(), schema: 1)
    let sealed = try sealer.seal([1], for: Cell(table: "ab", column: "c", user: "u", key: "k"))
    for cell in [
      Cell(table: "a", column: "bc", user: "u", key: "k"),
      Cell(table: "ab", column: "c", user: "uk", key: ""),
      Cell(table: "ab", column: "", user: "cu", key: "k"),
      Cell(table: "ab", column: "c", user: "", key: "uk"),
    ] {
      #expect(sealer.open(sealed, for: cell) == nil)
    }
    #expect(
      Sealer(key: try StoreKey.random(), schema: 1).open(
        sealed, for: Cell(table: "ab", column: "c", user: "u", key: "k")) == nil)
  }

  @Test("Values of every length up to three hundred bytes come back")
  func lengths() throws {
    let sealer = Sealer(key: try StoreKey.random(), schema: 1)
    let cell = Cell(table: "t", column: "c", user: "u")
    for length in 0...300 {
      let plain = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let sealed = try sealer.seal(plain, for: cell)
      #expect(sealed.count == length + 40)
      #expect(sealer.open(sealed, for: cell) == plain)
    }
  }
}

extension StoreKey {
  static func random() throws -> StoreKey {
    var bytes = try Sodium.randomBytes(byteCount)
    return try StoreKey(taking: &bytes)
  }
}
