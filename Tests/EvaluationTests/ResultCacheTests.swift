import CSQLite
import Database
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Evaluation

@Suite("The cache of results")
struct ResultCacheTests {
  private func key(_ number: Int, _ fingerprint: String = "measured") -> ResultCache.Key {
    ResultCache.Key(content: Array("picture \(number)".utf8), fingerprint: fingerprint)
  }

  /// A cache with some results, closed again.
  private func fill(_ path: String, _ numbers: some Sequence<Int>, value: [UInt8] = [1, 2, 3]) throws {
    let cache = try ResultCache(path: Path(path))
    for number in numbers { try cache.insert(value, for: key(number)) }
  }

  /// What the error says; it must be one line that begins with the file.
  private func cause(_ path: String, _ body: () throws -> Void) -> String {
    let error = #expect(throws: EvaluationError.self) { try body() }
    guard case .unusableCache(path, let fault)? = error else {
      Issue.record("\(String(describing: error)) does not name \(path)")
      return ""
    }
    #expect(error?.description.hasPrefix(path + ": ") == true)
    #expect(error?.description.contains("\n") == false)
    return "\(fault)"
  }

  @Test("A result is found by content and measurement, by later processes too, and can be replaced")
  func hits() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("cache.sqlite")
    do {
      let cache = try ResultCache(path: Path(path))
      #expect(try cache.value(of: key(1)) == nil)
      try cache.insert([], for: key(1))
      try cache.insert(Array(0...255), for: key(2))
      #expect(try cache.value(of: key(1)) == [])
    }
    let cache = try ResultCache(path: Path(path))
    #expect(try cache.value(of: key(2)) == Array(0...255))
    #expect(try cache.value(of: key(2, "measured otherwise")) == nil)
    #expect(try cache.value(of: key(3)) == nil)
    try cache.insert([7], for: key(2))
    #expect(try cache.value(of: key(2)) == [7])
  }

  @Test("Nobody but the owner may read a cache, nor what lies beside it while it is open")
  func mode() throws {
    let folder = try TemporaryFolder()
    let cache = try ResultCache(path: Path(folder.file("cache.sqlite")))
    try cache.insert([1], for: key(1))
    for name in ["cache.sqlite", "cache.sqlite-wal", "cache.sqlite-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test("What is no cache is refused and stays as it was")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let text = Array("path_a,path_b,same\n".utf8)
    try folder.write(text, to: "text")
    #expect(
      cause(folder.file("text")) { _ = try ResultCache(path: Path(folder.file("text"))) }
        .hasPrefix("is no cache of Facelatch (file is not a database"))
    #expect(try folder.contents("text") == text)

    let path = folder.file("other.sqlite")
    do {
      try folder.write([], to: "other.sqlite")
      let connection = try SQLiteConnection<DatabaseError>(path: Path(path), patienceSeconds: 1)
      try connection.execute("CREATE TABLE places (url TEXT); INSERT INTO places VALUES ('here')")
    }
    let before = try folder.contents("other.sqlite")
    #expect(
      cause(path) { _ = try ResultCache(path: Path(path)) }
        == "is no cache of Facelatch (it is another program's database)")
    #expect(try folder.contents("other.sqlite") == before)
    do {
      let connection = try SQLiteConnection<DatabaseError>(path: Path(path), patienceSeconds: 1)
      try connection.execute("DROP TABLE places; PRAGMA application_id = 7")
    }
    #expect(
      cause(path) { _ = try ResultCache(path: Path(path)) }
        == "is no cache of Facelatch (it is another program's database)")
  }

  @Test(
    "Places where no file can be are named", arguments: ["/proc/cache.sqlite", "nowhere/cache.sqlite", ""])
  func places(_ place: String) throws {
    let folder = try TemporaryFolder()
    let path = place.hasPrefix("/") ? place : folder.file(place)
    #expect(cause(path) { _ = try ResultCache(path: Path(path)) }.contains("unable to open database file"))
  }

  @Test("Names cannot steer a terminal")
  func printableName() {
    let error = #expect(throws: EvaluationError.self) { try ResultCache(path: "/proc/\u{1b}[31m") }
    #expect(error?.description.hasPrefix("/proc/\\x1b[31m: ") == true)
  }

  @Test("An empty file becomes a cache")
  func emptyFile() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "cache")
    try fill(folder.file("cache"), 0..<1)
    #expect(try ResultCache(path: Path(folder.file("cache"))).value(of: key(0)) == [1, 2, 3])
  }

  /// Fills a cache and damages everything behind its first page.
  private func damage(_ folder: TemporaryFolder, _ name: String) throws {
    try fill(folder.file(name), 0..<200, value: [UInt8](repeating: 5, count: 400))
    var bytes = try folder.contents(name)
    try #require(bytes.count > 40_000)
    for index in 4096..<bytes.count { bytes[index] = 0xee }
    try folder.write(bytes, to: name)
  }

  @Test("A damaged cache is named when it is used, and gives no wrong result")
  func damaged() throws {
    let folder = try TemporaryFolder()
    try damage(folder, "cache")
    let cache = try ResultCache(path: Path(folder.file("cache")))
    #expect(
      cause(folder.file("cache")) { _ = try cache.value(of: key(1)) }.contains("is no cache of Facelatch ("))
    #expect(
      cause(folder.file("cache")) { try cache.insert([1], for: key(1)) }.contains(
        "is no cache of Facelatch (")
    )
  }

  @Test("A cache cut short gives results, or is named")
  func cut() throws {
    let folder = try TemporaryFolder()
    try fill(folder.file("cache"), 0..<200, value: [UInt8](repeating: 5, count: 400))
    let whole = try folder.contents("cache")
    for length in stride(from: 0, to: whole.count, by: 4000) {
      try folder.write(Array(whole[..<length]), to: "cut")
      do throws(EvaluationError) {
        let cache = try ResultCache(path: Path(folder.file("cut")))
        for number in 0..<200 {
          let value = try cache.value(of: key(number))
          #expect(value == nil || value == [UInt8](repeating: 5, count: 400))
        }
      } catch {
        guard case .unusableCache(folder.file("cut"), _) = error else { throw error }
      }
      for name in ["cut", "cut-wal", "cut-shm"] {
        try? FileManager.default.removeItem(atPath: folder.file(name))
      }
    }
  }

  @Test("Many that open one new cache at the same time all get it, and lose nothing")
  func race() async throws {
    let folder = try TemporaryFolder()
    for round in 0..<60 {
      let path = folder.file("cache\(round)")
      let failures = Mutex<[String]>([])
      // Connections of one process wait for each other as those of several do.
      DispatchQueue.concurrentPerform(iterations: 6) { worker in
        do {
          let cache = try ResultCache(path: Path(path))
          for number in 0..<5 {
            try cache.insert([UInt8(number)], for: key(number * 6 + worker))
            try cache.insert([UInt8(number)], for: key(1000 + number))
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(failures.withLock { $0 } == [])
      let cache = try ResultCache(path: Path(path))
      for number in 0..<30 { #expect(try cache.value(of: key(number)) == [UInt8(number / 6)]) }
      for number in 0..<5 { #expect(try cache.value(of: key(1000 + number)) == [UInt8(number)]) }
    }
  }

  /// A file with the mark of a cache and another schema.
  private func forged(_ path: String, _ schema: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    let text = schema + "; PRAGMA application_id = \(0x4647_6576)"
    #expect(sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK)
  }

  private static let own = """
    CREATE TABLE results (
      content TEXT NOT NULL, measurement TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (content, measurement)
    ) STRICT, WITHOUT ROWID
    """

  @Test(
    "A cache with another schema than the program's is refused unread, to merge and to use",
    arguments: [
      """
      CREATE VIEW results AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT 'c' || i AS content, 'm' AS measurement, randomblob(1000000) AS value FROM n
      """,
      own + "; CREATE TRIGGER t AFTER INSERT ON results BEGIN DELETE FROM results; END",
      own + "; CREATE TABLE more (a TEXT)", "CREATE TABLE results (content, measurement, value)",
    ])
  func foreignSchema(_ schema: String) throws {
    let folder = try TemporaryFolder()
    let other = folder.file("other")
    try forged(other, schema)
    let cache = try ResultCache(path: Path(folder.file("all")))
    let words = "is no cache of Facelatch (it is another program's database)"
    #expect(cause(other) { _ = try cache.merge(Path(other)) } == words)
    #expect(cause(other) { _ = try ResultCache(path: Path(other)) } == words)
  }

  @Test("A cache as an earlier program made it is still one")
  func ownSchema() throws {
    let folder = try TemporaryFolder()
    try forged(folder.file("cache"), Self.own)
    try fill(folder.file("cache"), 0..<1)
  }

  @Test("Views and triggers of a file do nothing, whoever opens it")
  func distrust() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("any")
    try forged(
      path,
      """
      CREATE TABLE a (x TEXT); CREATE TABLE b (x TEXT); CREATE VIEW v AS SELECT * FROM a;
      CREATE TRIGGER t AFTER INSERT ON a BEGIN INSERT INTO b VALUES (new.x); END
      """)
    let connection = try SQLiteConnection<DatabaseError>(path: Path(path), patienceSeconds: 1)
    #expect(throws: DatabaseError.self) { try connection.number("SELECT count(*) FROM v") }
    try connection.execute("INSERT INTO a VALUES ('1')")
    #expect(try connection.number("SELECT count(*) FROM b") == 0)
    #expect(try connection.number("PRAGMA trusted_schema") == 0)
    #expect(throws: DatabaseError.self) { try connection.execute("ATTACH DATABASE ':memory:' AS other") }
  }

  // MARK: - Merging

  @Test("Caches are merged: what is new is counted, what is known stays")
  func merge() throws {
    let folder = try TemporaryFolder()
    try fill(folder.file("one"), 0..<10)
    try fill(folder.file("two"), 5..<12, value: [9])
    try fill(folder.file("three"), 20..<23)
    let cache = try ResultCache(path: Path(folder.file("all")))
    #expect(try cache.merge(Path(folder.file("one"))) == 10)
    #expect(try cache.merge(Path(folder.file("two"))) == 2)
    #expect(try cache.merge(Path(folder.file("two"))) == 0)
    #expect(try cache.merge(Path(folder.file("three"))) == 3)
    #expect(try cache.value(of: key(5)) == [1, 2, 3])
    #expect(try cache.value(of: key(11)) == [9])
    #expect(try cache.merge(Path(folder.file("all"))) == 0)
    #expect(try cache.value(of: key(22)) == [1, 2, 3])
    #expect(try ResultCache(path: Path(folder.file("two"))).value(of: key(0)) == nil)
  }

  @Test("A cache that others still write to can be merged")
  func mergeOpen() throws {
    let folder = try TemporaryFolder()
    let other = try ResultCache(path: Path(folder.file("one")))
    try other.insert([1], for: key(1))
    let cache = try ResultCache(path: Path(folder.file("all")))
    #expect(try cache.merge(Path(folder.file("one"))) == 1)
    try other.insert([2], for: key(2))
    #expect(try cache.merge(Path(folder.file("one"))) == 1)
  }

  @Test("What cannot be merged is named, and the cache goes on working")
  func mergeFailures() throws {
    let folder = try TemporaryFolder()
    let cache = try ResultCache(path: Path(folder.file("all")))
    try cache.insert([4], for: key(4))
    try folder.write(Array("no cache at all".utf8), to: "text")
    try folder.write([], to: "empty")
    try damage(folder, "damaged")
    func reason(_ name: String) -> String {
      cause(folder.file(name)) { _ = try cache.merge(Path(folder.file(name))) }
    }
    #expect(reason("missing") == "unable to open database file")
    #expect(!FileManager.default.fileExists(atPath: folder.file("missing")))
    #expect(reason("text") == "is no cache of Facelatch (file is not a database)")
    #expect(reason("empty") == "is no cache of Facelatch (it is empty)")
    #expect(reason("damaged").hasPrefix("is no cache of Facelatch (it is damaged"))
    try fill(folder.file("good"), 0..<2)
    #expect(try cache.merge(Path(folder.file("good"))) == 2)
    #expect(try cache.value(of: key(4)) == [4])
  }
}
