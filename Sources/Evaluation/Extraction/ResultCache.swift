import Database
import FaceAnalysis
import Platform
import Synchronization

/// Keeps what was measured between runs: one SQLite file, in which a result is found by the content of its picture
/// and by what was measured how.
///
/// Each result is in the file as soon as it is there, so a run that is killed at any moment has lost nothing but the
/// pictures that were in work. A power failure may cost the last few results, never the file. Templates of faces lie in
/// it as they are, so nobody but its owner may read it.
package final class ResultCache: Sendable {
  /// What a result is found by.
  package struct Key: Hashable, Sendable {
    /// SHA-256 of the content.
    let content: String
    /// SHA-256 of everything else that the result depends on.
    let measurement: String

    /// - Parameters:
    ///   - content: The bytes of a picture, or what stands for several.
    ///   - fingerprint: See `Measurement.fingerprint`.
    package init(content: [UInt8], fingerprint: String) {
      self.content = SHA256.hexadecimalDigest(content)
      measurement = SHA256.hexadecimalDigest(Array(fingerprint.utf8))
    }

    /// As another cache has it.
    fileprivate init(content: String, measurement: String) {
      (self.content, self.measurement) = (content, measurement)
    }
  }

  package let path: Path
  private let tables: Mutex<Tables>

  private typealias Connection = SQLiteConnection<CacheFault>

  private struct Tables {
    let connection: Connection

    func value(of key: Key) throws(CacheFault) -> [UInt8]? {
      let statement = try connection.prepare(
        "SELECT value FROM results WHERE content = ? AND measurement = ?")
      try statement.bind(key.content, at: 1)
      try statement.bind(key.measurement, at: 2)
      return try statement.step() ? statement.bytes(0) : nil
    }

    func insert(_ value: [UInt8], for key: Key) throws(CacheFault) {
      let statement = try connection.prepare("INSERT OR REPLACE INTO results VALUES (?, ?, ?)")
      try statement.bind(key.content, at: 1)
      try statement.bind(key.measurement, at: 2)
      try statement.bind(value, at: 3)
      try statement.step()
    }
  }

  /// Marks the file as ours ("FGev"); no other file is ever written to.
  private static let applicationIdentifier = 0x4647_6576
  private static let patienceSeconds = 30.0

  /// Opens a cache, and makes it where there is none.
  ///
  /// - Throws: `EvaluationError.unusableCache`.
  package init(path: Path) throws(EvaluationError) {
    self.path = path
    do throws(CacheFault) {
      tables = Mutex(Tables(connection: try Self.connect(path, creates: true)))
    } catch {
      throw .unusableCache(path: path.text, fault: error)
    }
  }

  /// What is kept under a key.
  package func value(of key: Key) throws(EvaluationError) -> [UInt8]? {
    try use { tables throws(EvaluationError) in
      try Self.reading(path) { () throws(CacheFault) in try tables.value(of: key) }
    }
  }

  /// Keeps a value; one that is there already is replaced.
  package func insert(_ value: [UInt8], for key: Key) throws(EvaluationError) {
    try use { tables throws(EvaluationError) in
      try Self.reading(path) { () throws(CacheFault) in try tables.insert(value, for: key) }
    }
  }

  /// Takes over what another cache holds.
  ///
  /// - Returns: How many results were new.
  /// - Throws: `EvaluationError.unusableCache`, which names the file that is to blame.
  package func merge(_ other: Path) throws(EvaluationError) -> Int {
    // A connection of its own: what the other file holds has no business in a statement of this one. Faults of either
    // are told apart, too.
    let rows = try Self.reading(other) { () throws(CacheFault) in
      let connection = try Self.connect(other, creates: false)
      guard try connection.text("PRAGMA quick_check(1)") == "ok" else { throw CacheFault.damaged }
      return try connection.prepare("SELECT content, measurement, value FROM results")
    }
    return try use { tables throws(EvaluationError) in
      try Self.reading(path) { () throws(CacheFault) in try tables.connection.execute("BEGIN IMMEDIATE") }
      do throws(EvaluationError) {
        let count = try takeOver(rows, of: other, into: tables)
        try Self.reading(path) { () throws(CacheFault) in try tables.connection.execute("COMMIT") }
        return count
      } catch {
        try? tables.connection.execute("ROLLBACK")
        throw error
      }
    }
  }

  /// - Returns: How many results were new.
  private func takeOver(
    _ rows: SQLiteStatement<CacheFault>, of other: Path, into tables: Tables
  ) throws(EvaluationError) -> Int {
    var count = 0
    while try Self.reading(other, { () throws(CacheFault) in try rows.step() }) {
      let key = Key(content: rows.text(0), measurement: rows.text(1))
      try Self.reading(path) { () throws(CacheFault) in
        guard try tables.value(of: key) == nil else { return }
        try tables.insert(rows.bytes(2), for: key)
        count += 1
      }
    }
    return count
  }

  /// Does something with a cache, and names it where that fails.
  private static func reading<Result>(
    _ path: Path, _ body: () throws(CacheFault) -> Result
  ) throws(EvaluationError) -> Result {
    do throws(CacheFault) {
      return try body()
    } catch {
      throw .unusableCache(path: path.text, fault: error)
    }
  }

  private func use<Result: Sendable>(
    _ body: (Tables) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    try tables.withLock { tables throws(EvaluationError) in try body(tables) }
  }

  private static func connect(_ path: Path, creates: Bool) throws(CacheFault) -> Connection {
    let name = fileName(path)
    if creates { makeFile(name) }
    let connection = try Connection(path: name, patienceSeconds: patienceSeconds)
    try connection.retryingWhileBusy { () throws(CacheFault) in
      // In this order: whoever makes the tables in between has left the mark, too.
      let schema = try DatabaseSchema(of: connection)
      let identifier = try connection.number("PRAGMA application_id")
      if identifier == applicationIdentifier {
        guard try DatabaseSchema(of: connection) == ownSchema() else { throw CacheFault.foreign }
        return
      }
      guard identifier == 0, schema.isEmpty else {
        throw CacheFault.foreign
      }
      guard creates else { throw CacheFault.empty }
      try connection.execute("PRAGMA journal_mode = WAL")
      try connection.exclusively { () throws(CacheFault) in
        // Another process may have been faster.
        guard try DatabaseSchema(of: connection).isEmpty else { return }
        try connection.execute("\(creation); PRAGMA application_id = \(applicationIdentifier)")
      }
      guard try DatabaseSchema(of: connection) == ownSchema() else { throw CacheFault.foreign }
    }
    try connection.execute("PRAGMA synchronous = NORMAL")
    return connection
  }

  private static let creation = """
    CREATE TABLE results (
      content TEXT NOT NULL, measurement TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (content, measurement)
    ) STRICT, WITHOUT ROWID
    """

  /// The schema that this program makes; a file with another one is not read.
  private static func ownSchema() throws(CacheFault) -> DatabaseSchema {
    let connection = try Connection.inMemory()
    try connection.execute(creation)
    return try DatabaseSchema(of: connection)
  }

  /// Makes an empty file that only its owner may read, unless something is there. Where that cannot be done, opening it
  /// tells why.
  private static func makeFile(_ name: Path) {
    let descriptor = name.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// To SQLite a name that begins with a colon is no file.
  private static func fileName(_ path: Path) -> Path {
    path.bytes.first == UInt8(ascii: ":") ? Path(Array("./".utf8) + path.bytes) : path
  }
}
