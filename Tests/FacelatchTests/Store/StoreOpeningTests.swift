import FacelatchTestSupport
import Glibc
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
    error { () throws(StoreError) in _ = try SQLiteStore(directory: folder.store) }
  }

  @Test("A new store is made for its owner alone")
  func modes() throws {
    let deep = folder.path + "/some/where/store"
    let store = try SQLiteStore(directory: deep)
    #expect(TestFile.mode(folder.path + "/some") == 0o700)
    #expect(TestFile.mode(deep) == 0o700)
    #expect(TestFile.mode(store.location.key) == 0o600)
    #expect(TestFile.mode(store.location.database) == 0o600)
    #expect(TestFile.mode(store.location.database + "-wal") == 0o600)
    #expect(try TestFile.bytes(store.location.key).count == StoreKey.byteCount)
    #expect(!TestFile.exists(store.location.key + ".new"))
  }

  @Test("A folder that others can enter is refused together with the cure")
  func openFolder() throws {
    _ = try SQLiteStore(directory: folder.store)
    chmod(folder.store, 0o750)
    let found = opening()
    #expect(found == .tooOpen(path: folder.store, mode: "750", cure: "chmod 700 '\(folder.store)'"))
    #expect(found?.description.contains("chmod 700") == true)
    chmod(folder.store, 0o700)
    #expect(opening() == nil)
  }

  @Test(
    "A key file that others can read is refused together with the cure",
    arguments: [0o640, 0o604, 0o660] as [mode_t])
  func openKey(mode: mode_t) throws {
    let key = try SQLiteStore(directory: folder.store).location.key
    chmod(key, mode)
    #expect(opening() == .tooOpen(path: key, mode: String(mode, radix: 8), cure: "chmod 600 '\(key)'"))
  }

  @Test("A database that others can read is refused")
  func openDatabase() throws {
    let database = try SQLiteStore(directory: folder.store).location.database
    chmod(database, 0o644)
    #expect(opening() == .tooOpen(path: database, mode: "644", cure: "chmod 600 '\(database)'"))
  }

  @Test("Another store's key file is a clear error")
  func wrongKey() throws {
    let location = try SQLiteStore(directory: folder.store).location
    let other = try SQLiteStore(directory: folder.path + "/other").location
    try TestFile.write(try TestFile.bytes(other.key), to: location.key)
    #expect(opening() == .wrongKey(path: location.key, database: location.database))
  }

  @Test("A key file of the wrong size is named")
  func damagedKey() throws {
    let location = try SQLiteStore(directory: folder.store).location
    try TestFile.write([1, 2, 3], to: location.key)
    #expect(opening() == .keyDamaged(path: location.key, byteCount: 3))
    try TestFile.write([UInt8](repeating: 1, count: 33), to: location.key)
    #expect(opening() == .keyDamaged(path: location.key, byteCount: 33))
  }

  @Test("A lost key file is not replaced by a new one")
  func lostKey() throws {
    let location = try SQLiteStore(directory: folder.store).location
    unlink(location.key)
    #expect(opening() == .keyMissing(path: location.key))
    #expect(!TestFile.exists(location.key))
  }

  @Test("A link in place of the key file is refused")
  func linkedKey() throws {
    let location = try SQLiteStore(directory: folder.store).location
    rename(location.key, folder.path + "/elsewhere")
    symlink(folder.path + "/elsewhere", location.key)
    #expect(opening() == .wrongKind(path: location.key, expected: "an ordinary file"))
  }

  @Test("A file in place of the folder is refused")
  func fileAsFolder() throws {
    try TestFile.write([], to: folder.store)
    #expect(opening() == .wrongKind(path: folder.store, expected: "a folder"))
  }

  @Test("A file that is no database is refused")
  func noDatabase() throws {
    let location = try SQLiteStore(directory: folder.store).location
    unlink(location.database + "-wal")
    unlink(location.database + "-shm")
    try TestFile.write(Array(repeating: UInt8(ascii: "x"), count: 8_192), to: location.database)
    guard case .notAStore(location.database, _) = opening() else {
      Issue.record("found \(String(describing: opening()))")
      return
    }
  }

  @Test("Another program's database is refused and left as it is")
  func otherDatabase() throws {
    let location = folder.location
    mkdir(folder.store, 0o700)
    try TestFile.write([UInt8](repeating: 7, count: 32), to: location.key)
    try TestFile.write([], to: location.database)
    try StoreConnection(path: Path(location.database), patienceSeconds: 1).execute(
      "CREATE TABLE things (name TEXT)")
    guard case .notAStore(location.database, "it is another program's database") = opening() else {
      Issue.record("found \(String(describing: opening()))")
      return
    }
  }

  @Test("The folder of a store that cannot be made is named")
  func impossibleFolder() throws {
    let path = "/proc/nowhere/store"
    guard case .cannotAccess = error({ () throws(StoreError) in _ = try SQLiteStore(directory: path) }) else {
      Issue.record("a store was made in /proc")
      return
    }
  }

  @Test("What a killed maker of the key left behind is removed")
  func leftDraft() throws {
    let location = try SQLiteStore(directory: folder.store).location
    try TestFile.write([1], to: location.key + ".new")
    #expect(opening() == nil)
    #expect(!TestFile.exists(location.key + ".new"))
  }
}

@Suite("The place of the store")
struct StoreLocationTests {
  private func directory(_ explicit: String?, _ variables: [String: String]) -> String {
    StoreLocation(explicit: explicit, environment: { variables[$0] }).directory
  }

  @Test("The command line comes before the environment, which comes before the usual place")
  func order() {
    let all = ["FACELATCH_STORE": "/b", "XDG_DATA_HOME": "/c", "HOME": "/home/ada"]
    #expect(directory("/a", all) == "/a")
    #expect(directory(nil, all) == "/b")
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
    #expect(directory(nil, [:]).hasSuffix("/.local/share/facelatch"))
  }
}
