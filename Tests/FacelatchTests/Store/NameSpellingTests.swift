import FacelatchTestSupport
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Names in all their spellings")
struct NameSpellingTests {
  private static let composed = "Jos\u{e9}"
  private static let decomposed = "Jose\u{301}"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stores() throws -> [any Store] {
    [MemoryStore(), try SQLiteStore(directory: Path(folder.store))]
  }

  private func make(_ name: String, in store: any Store) throws {
    try store.update(name) { (record) throws(StoreError) in
      record = UserRecord(name: name, ownerIdentifier: "o")
    }
  }

  @Test("Two spellings of a name are one person")
  func people() throws {
    for store in try stores() {
      try make(Self.decomposed, in: store)
      try make(Self.composed, in: store)
      #expect(try store.userNames().map { Array($0.utf8) } == [Array(Self.composed.utf8)])
      #expect(try store.record(of: Self.decomposed)?.ownerIdentifier == "o")
      try store.update(Self.decomposed) { (record) throws(StoreError) in record = nil }
      #expect(try store.userNames().isEmpty)
    }
  }

  @Test("Two spellings of a key are one secret, which is gone when either is removed")
  func secrets() throws {
    for store in try stores() {
      try make("ada", in: store)
      try store.setSecret(Secret([1]), "cafe\u{301}", of: "ada")
      try store.setSecret(Secret([2]), "caf\u{e9}", of: "ada")
      #expect(try store.secretKeys(of: "ada").map { Array($0.utf8) } == [Array("caf\u{e9}".utf8)])
      #expect(try store.secret("cafe\u{301}", of: "ada")?.value == [2])
      try store.setSecret(nil, "cafe\u{301}", of: "ada")
      #expect(try store.secretKeys(of: "ada").isEmpty)
    }
  }

  @Test("A token of one spelling opens the secrets of the other, which are the same person's")
  func token() throws {
    let store = try SQLiteStore(directory: Path(folder.store))
    let clock = TestClock()
    try PasscodeManager.fast(store, clock: clock).set(
      user: Self.decomposed, prompt: ProgrammaticPrompt.always("correct horse"))
    try Vault(store: store, user: Self.composed, clock: clock).put([7], key: "k")
    let outcome = PolicyEvaluator(store: store, clock: clock, threshold: nil).evaluate(
      AuthenticationRequest(policy: .deviceOwner, reason: ""), user: Self.decomposed,
      prompt: ProgrammaticPrompt.always("correct horse"))
    let token = try #require(outcome.releaseToken)
    #expect(token.user.utf8.elementsEqual(Self.composed.utf8))
    #expect(try Vault(store: store, user: Self.decomposed, clock: clock).get("k", releasedBy: token) == [7])
  }

  /// Writes a person with a secret as earlier versions did: sealed for the bytes that were typed.
  private func insertAsTyped(
    _ name: String, key: String, _ location: StoreLocation, _ connection: StoreConnection
  ) throws {
    let folder = try FilePermissions.openPrivateFolder(location.directory)
    let schema = SQLiteSchema()
    let sealer = Sealer(key: try KeyFile.readOrMake(location, folder: folder), schema: schema.version)
    let columns = SQLiteSchema.userColumns
    let insertion = try connection.prepare(
      "INSERT INTO users (name, \(columns.joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?)")
    try insertion.bind(name, at: 1)
    for (index, value) in try RecordCoding.values(of: UserRecord(name: name)).enumerated() {
      let cell = Cell(table: "users", column: columns[index], user: name)
      try insertion.bind(try sealer.seal(value, for: cell), at: Int32(index + 2))
    }
    try insertion.step()
    let secret = try connection.prepare("INSERT INTO secrets (user, key, value) VALUES (?, ?, ?)")
    try secret.bind(name, at: 1)
    try secret.bind(key, at: 2)
    let cell = Cell(table: "secrets", column: "value", user: name, key: key)
    try secret.bind(try sealer.seal(Secret([9]).bytes, for: cell), at: 3)
    try secret.step()
  }

  @Test("A store that holds other spellings from before is still read, changed and cleared")
  func earlierStore() throws {
    let store = try SQLiteStore(directory: Path(folder.store))
    try make("ada", in: store)
    try store.setSecret(Secret([1]), "plain", of: "ada")
    let connection = try StoreConnection(path: store.location.database, patienceSeconds: 5)
    let odd = [Self.decomposed, " blank "]
    for name in odd {
      try insertAsTyped(name, key: "cafe\u{301} ", store.location, connection)
    }
    for name in odd {
      let typed = name == " blank " ? name : Self.composed
      #expect(try store.record(of: typed)?.name.utf8.elementsEqual(name.utf8) == true)
      #expect(try store.secret("caf\u{e9} ", of: typed)?.value == [9])
      try store.update(typed) { (record) throws(StoreError) in record?.ownerIdentifier = "new" }
      #expect(try store.record(of: typed)?.ownerIdentifier == "new")
      try store.setSecret(nil, "caf\u{e9} ", of: typed)
      #expect(try store.secretKeys(of: typed).isEmpty)
      try store.update(typed) { (record) throws(StoreError) in record = nil }
    }
    #expect(try store.userNames() == ["ada"])
    #expect(try store.damage().isEmpty)
  }

  @Test(
    "A new name with a blank at an end, or with what nobody sees, is refused",
    arguments: [
      " ada", "ada ", "a\u{a0}", "\u{2003}a", "a\u{200b}b", "a\nb", "a\u{202e}b", "", "\u{feff}ada",
    ])
  func refused(_ name: String) throws {
    for store in try stores() {
      #expect(throws: StoreError.invalidName(name)) { try make(name, in: store) }
      try make("ada", in: store)
      #expect(throws: StoreError.invalidSecretKey(name)) {
        try store.setSecret(Secret([1]), name, of: "ada")
      }
    }
    #expect(PlainText.isName("ada lovelace") && PlainText.isName("Åsa"))
  }
}
