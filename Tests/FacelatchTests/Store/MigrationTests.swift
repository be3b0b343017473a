import FacelatchTestSupport
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Versions of the format")
struct MigrationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ schema: SQLiteSchema) throws -> SQLiteStore {
    try SQLiteStore(location: folder.location, schema: schema, patienceSeconds: 5)
  }

  private let next = SQLiteSchema(
    migrations: SQLiteSchema.steps + [
      .init { (connection, _) throws(StoreError) in
        try connection.execute("CREATE TABLE devices (name TEXT) STRICT")
      }
    ])

  @Test("An older store is brought up to date with all its values")
  func migrates() throws {
    let old = try open(SQLiteSchema())
    _ = try Household(store: old)
    try old.setSecret(Secret([4, 5, 6], leastAssurance: .motion), "token", of: Household.user)
    let before = try old.record(of: Household.user)

    let new = try open(next)
    let connection = try StoreConnection(path: new.location.database, patienceSeconds: 5)
    #expect(try connection.number("PRAGMA user_version") == SQLiteSchema().version + 1)
    #expect(try connection.number("SELECT count(*) FROM devices") == 0)
    #expect(try new.record(of: Household.user) == before)
    #expect(try new.secret("token", of: Household.user) == Secret([4, 5, 6], leastAssurance: .motion))
    #expect(try new.damage().isEmpty)
  }

  @Test("A store of a newer program is refused")
  func newer() throws {
    _ = try open(next)
    let database = folder.location.database
    #expect(
      throws: StoreError.newerSchema(path: database, found: next.version, supported: SQLiteSchema().version)
    ) {
      try open(SQLiteSchema())
    }
  }

  @Test("A step that fails leaves the older store as it was")
  func failedStep() throws {
    _ = try Household(store: try open(SQLiteSchema()))
    let failing = SQLiteSchema(
      migrations: SQLiteSchema.steps + [
        .init { (connection, _) throws(StoreError) in try connection.execute("CREATE TABLE users (name TEXT)")
        }
      ])
    #expect(throws: StoreError.self) { try open(failing) }
    #expect(try open(SQLiteSchema()).damage().isEmpty)
  }

  @Test("A damaged value stops the change of version and is named")
  func damagedValue() throws {
    let old = try open(SQLiteSchema())
    _ = try Household(store: old)
    let connection = try StoreConnection(path: old.location.database, patienceSeconds: 5)
    let entry = try #require(try SealedValues.all(in: connection).first { $0.cell.column == "owner" })
    try SealedValues.replace(entry, with: Array(entry.bytes.reversed()), in: connection)
    #expect(
      throws: StoreError.damagedValue(
        database: folder.location.database, table: "users", column: "owner", user: Household.user)
    ) { try open(next) }
    #expect(try connection.number("PRAGMA user_version") == SQLiteSchema().version)
  }

  @Test("A secret of the first version, which was its value alone, is kept and asks for nothing")
  func firstVersion() throws {
    let old = try open(SQLiteSchema(migrations: []))
    _ = try Household(store: old)
    try old.setSecret(Secret([0]), "token", of: Household.user)
    let connection = try StoreConnection(path: old.location.database, patienceSeconds: 5)
    let entry = try #require(try SealedValues.all(in: connection).first { $0.cell.table == "secrets" })
    var key = try TestFile.bytes(old.location.key.text)
    let sealer = Sealer(key: try StoreKey(taking: &key), schema: 1)
    try SealedValues.replace(entry, with: try sealer.seal([4, 5, 6], for: entry.cell), in: connection)
    let new = try open(SQLiteSchema())
    #expect(try new.secret("token", of: Household.user) == Secret([4, 5, 6]))
    #expect(try new.damage().isEmpty)
  }
}
