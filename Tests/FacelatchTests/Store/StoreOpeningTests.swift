import FacelatchTestSupport
import Glibc
import Platform
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Opening a store")
struct StoreOpeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func error(_ body: () throws(StoreError) -> Void) -> StoreError? {
    do throws(StoreError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  private func opening() -> StoreError? {
    error { () throws(StoreError) in _ = try SQLiteStore(directory: Path(folder.store)) }
  }

  @Test("A new store is made for its owner alone")
  func modes() throws {
    let deep = folder.path + "/some/where/store"
    let store = try SQLiteStore(directory: Path(deep))
    #expect(TestFile.mode(folder.path + "/some") == 0o700)
    #expect(TestFile.mode(deep) == 0o700)
    #expect(TestFile.mode(store.location.key.text) == 0o600)
    #expect(TestFile.mode(store.location.database.text) == 0o600)
    #expect(TestFile.mode(store.location.database.text + "-wal") == 0o600)
    #expect(try TestFile.bytes(store.location.key.text).count == StoreKey.byteCount)
    #expect(!TestFile.exists(store.location.key.text + ".new"))
  }

  @Test("A folder that others can enter is refused together with the cure")
  func openFolder() throws {
    _ = try SQLiteStore(directory: Path(folder.store))
    chmod(folder.store, 0o750)
    let found = opening()
    #expect(found == .tooOpen(path: Path(folder.store), mode: 0o750, kind: .folder))
    #expect(found?.description.contains("has mode 750") == true)
    #expect(found?.description.hasSuffix("run: chmod 700 '\(folder.store)'") == true)
    chmod(folder.store, 0o700)
    #expect(opening() == nil)
  }

  @Test(
    "A key file that others can read is refused together with the cure",
    arguments: [0o640, 0o604, 0o660] as [mode_t])
  func openKey(mode: mode_t) throws {
    let key = try SQLiteStore(directory: Path(folder.store)).location.key
    chmod(key.text, mode)
    #expect(opening() == .tooOpen(path: key, mode: mode, kind: .file))
  }

  @Test("A database that others can read is refused")
  func openDatabase() throws {
    let database = try SQLiteStore(directory: Path(folder.store)).location.database
    chmod(database.text, 0o644)
    #expect(opening() == .tooOpen(path: database, mode: 0o644, kind: .file))
  }

  @Test("Another store's key file is a clear error")
  func wrongKey() throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    let other = try SQLiteStore(directory: Path(folder.path + "/other")).location
    try TestFile.write(try TestFile.bytes(other.key.text), to: location.key.text)
    #expect(opening() == .wrongKey(path: location.key, database: location.database))
  }

  @Test("A key file of the wrong size is named")
  func damagedKey() throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    try TestFile.write([1, 2, 3], to: location.key.text)
    #expect(opening() == .keyDamaged(path: location.key, byteCount: 3))
    try TestFile.write([UInt8](repeating: 1, count: 33), to: location.key.text)
    #expect(opening() == .keyDamaged(path: location.key, byteCount: 33))
  }

  @Test("A lost key file is not replaced by a new one")
  func lostKey() throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    unlink(location.key.text)
    #expect(opening() == .keyMissing(path: location.key))
    #expect(!TestFile.exists(location.key.text))
  }

  @Test("A link in place of the key file is refused")
  func linkedKey() throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    rename(location.key.text, folder.path + "/elsewhere")
    symlink(folder.path + "/elsewhere", location.key.text)
    #expect(opening() == .wrongKind(path: location.key, expected: .file))
  }

  @Test("A file in place of the folder is refused")
  func fileAsFolder() throws {
    try TestFile.write([], to: folder.store)
    #expect(opening() == .wrongKind(path: Path(folder.store), expected: .folder))
  }

  @Test("A file that is no database is refused")
  func noDatabase() throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    unlink(location.database.text + "-wal")
    unlink(location.database.text + "-shm")
    try TestFile.write(Array(repeating: UInt8(ascii: "x"), count: 8_192), to: location.database.text)
    guard case .notAStore(location.database, _) = opening() else {
      Issue.record("found \(String(describing: opening()))")
      return
    }
  }

  @Test("A database of no bytes beside its key is damage, and no new store", arguments: [true, false])
  func emptyDatabase(_ hasLog: Bool) throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    for ending in hasLog ? [] : ["-wal", "-shm"] { unlink(location.database.text + ending) }
    try TestFile.write([], to: location.database.text)
    let names = try Folder.names(in: location.directory).count
    #expect(opening() == .notAStore(path: location.database, reason: "it is empty"))
    #expect(try TestFile.bytes(location.database.text).isEmpty)
    #expect(try Folder.names(in: location.directory).count == names)
  }

  @Test("A database of no bytes without its key gets none")
  func emptyDatabaseWithoutKey() throws {
    let location = folder.location
    mkdir(folder.store, 0o700)
    try TestFile.write([], to: location.database.text)
    #expect(opening() == .keyMissing(path: location.key))
    #expect(!TestFile.exists(location.key.text))
  }

  @Test("A database without tables is damage, and no new store")
  func noTables() throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    unlink(location.database.text)
    try TestFile.write([], to: location.database.text)
    try StoreConnection(path: location.database, patienceSeconds: 1).execute("PRAGMA application_id = 0")
    try StoreConnection(path: location.database, patienceSeconds: 1).execute(
      "CREATE TABLE a (b); DROP TABLE a")
    #expect(opening() == .notAStore(path: location.database, reason: "it has no tables"))
  }

  @Test(
    "A store with more than its own tables is refused",
    arguments: [
      "CREATE VIEW v AS SELECT 1", "CREATE TABLE more (a TEXT)", "CREATE INDEX i ON users (passcode)",
      "CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM users; END", "DROP TABLE secrets",
      "PRAGMA user_version = -7",
    ])
  func foreignTables(_ change: String) throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    try StoreConnection(path: location.database, patienceSeconds: 1).execute(change)
    guard case .notAStore(location.database, _) = opening() else {
      Issue.record("found \(String(describing: opening()))")
      return
    }
  }

  @Test("What a killed maker of the database left behind is removed")
  func leftDatabase() throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    try TestFile.write([1], to: location.database.text + ".new")
    #expect(opening() == nil)
    #expect(!TestFile.exists(location.database.text + ".new"))
  }

  @Test("Another program's database is refused and left as it is")
  func otherDatabase() throws {
    let location = folder.location
    mkdir(folder.store, 0o700)
    try TestFile.write([UInt8](repeating: 7, count: 32), to: location.key.text)
    try TestFile.write([], to: location.database.text)
    try StoreConnection(path: location.database, patienceSeconds: 1).execute(
      "CREATE TABLE things (name TEXT)")
    guard case .notAStore(location.database, "it is another program's database") = opening() else {
      Issue.record("found \(String(describing: opening()))")
      return
    }
  }

  @Test("The folder of a store that cannot be made is named")
  func impossibleFolder() throws {
    let path: Path = "/proc/nowhere/store"
    guard case .cannotAccess = error({ () throws(StoreError) in _ = try SQLiteStore(directory: path) }) else {
      Issue.record("a store was made in /proc")
      return
    }
  }

  @Test("A folder whose name is no UTF-8 is made and found by its bytes")
  func rawName() throws {
    let raw = Path(folder.path).appending([0x73, 0xff])
    let store = try SQLiteStore(directory: raw)
    try store.update("ada") { (record) throws(StoreError) in record = UserRecord(name: "ada") }
    try AuditLog(of: store).append(
      AuditEntry(at: TestClock().now(), event: .authentication, user: "ada", outcome: "success"))
    for name in ["store.key", "store.sqlite", "audit.jsonl"] {
      #expect(raw.appending(name).withCString { access($0, F_OK) } == 0, "\(name)")
    }
    #expect(try SQLiteStore(directory: raw).userNames() == ["ada"])
    raw.withCString { _ = chmod($0, 0o755) }
    let found = error { () throws(StoreError) in _ = try SQLiteStore(directory: raw) }
    #expect(found == .tooOpen(path: raw, mode: 0o755, kind: .folder))
    #expect(found?.description.hasPrefix("\(folder.path)/s\\xff: has mode 755") == true)
    raw.withCString { _ = chmod($0, 0o700) }
  }

  @Test("What a killed maker of the key left behind is removed")
  func leftDraft() throws {
    let location = try SQLiteStore(directory: Path(folder.store)).location
    try TestFile.write([1], to: location.key.text + ".new")
    #expect(opening() == nil)
    #expect(!TestFile.exists(location.key.text + ".new"))
  }
}

@Suite("The place of the store")
struct StoreLocationTests {
  private func directory(_ explicit: Path?, _ variables: [String: Path]) -> Path {
    StoreLocation(explicit: explicit, environment: { variables[$0] }).directory
  }

  @Test("The command line comes before the environment, which comes before the usual place")
  func order() {
    let all: [String: Path] = ["FACELATCH_STORE": "/b", "XDG_DATA_HOME": "/c", "HOME": "/home/ada"]
    #expect(directory("/a", all) == "/a")
    #expect(directory(nil, all) == "/b")
    #expect(
      directory(nil, ["XDG_DATA_HOME": Path([0x2f, 0xff])]) == Path([0x2f, 0xff] + Array("/facelatch".utf8)))
    #expect(directory(nil, ["XDG_DATA_HOME": "/c", "HOME": "/home/ada"]) == "/c/facelatch")
    #expect(directory(nil, ["HOME": "/home/ada"]) == "/home/ada/.local/share/facelatch")
  }

  @Test("A relative XDG_DATA_HOME is ignored, as its specification demands")
  func relative() {
    #expect(
      directory(nil, ["XDG_DATA_HOME": "c", "HOME": "/home/ada"]) == "/home/ada/.local/share/facelatch")
  }

  @Test("Without HOME the account's home is taken")
  func noHome() {
    #expect(directory(nil, [:]).text.hasSuffix("/.local/share/facelatch"))
  }
}
