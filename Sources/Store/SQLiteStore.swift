import Platform
import Synchronization

/// The store in one SQLite file, shared by all processes of an account.
///
/// Everything but names is sealed; the key lies in a file beside the database. Whatever returned without an error is
/// on disk, whatever was interrupted never happened.
public final class SQLiteStore: Store {
  /// Where the files are.
  public let location: StoreLocation

  private let connection: Mutex<StoreConnection>
  private let sealer: Sealer

  public let identity: [UInt8]

  /// Seconds for which other processes may keep the database busy before an operation fails.
  public static let patienceSeconds = 60.0

  /// Opens a store, or makes a new one.
  ///
  /// - Parameter directory: The folder; it and the folders above are made for the owner alone where they are missing.
  /// - Throws: `StoreError`, which says what is wrong with which file and how to put it right.
  public convenience init(directory: Path) throws(StoreError) {
    try self.init(location: StoreLocation(explicit: directory))
  }

  /// Opens the store at a location, or makes a new one.
  public convenience init(location: StoreLocation) throws(StoreError) {
    try self.init(location: location, schema: SQLiteSchema(), patienceSeconds: Self.patienceSeconds)
  }

  init(location: StoreLocation, schema: SQLiteSchema, patienceSeconds: Double) throws(StoreError) {
    self.location = location
    try FilePermissions.checkWay(to: location.directory)
    try FilePermissions.makeFolder(location.directory)
    let folder = try FilePermissions.openPrivateFolder(location.directory)
    let key = try KeyFile.readOrMake(location, folder: folder)
    try DatabaseFile.findOrMake(location, folder: folder, schema: schema, key: key)

    let connection = try StoreConnection(path: location.database, patienceSeconds: patienceSeconds)
    try Self.configure(connection)
    try connection.retryingWhileBusy { () throws(StoreError) in
      try schema.prepare(connection, key: key, location: location)
    }
    let sealer = Sealer(key: key, schema: schema.version)
    identity = try connection.retryingWhileBusy { () throws(StoreError) in
      try schema.identity(connection, sealer)
    }
    self.sealer = sealer
    self.connection = Mutex(connection)
  }

  /// Sets what a connection does not remember from one process to the next.
  private static func configure(_ connection: StoreConnection) throws(StoreError) {
    try connection.retryingWhileBusy { () throws(StoreError) in
      guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
        throw .database(path: connection.path, reason: "no write-ahead log on this file system")
      }
      try connection.execute(
        """
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA secure_delete = ON;
        PRAGMA trusted_schema = OFF;
        PRAGMA temp_store = MEMORY;
        """)
    }
  }

  public func userNames() throws(StoreError) -> [String] {
    try reading { (connection) throws(StoreError) in
      var names: [String] = []
      let statement = try connection.prepare("SELECT name FROM users ORDER BY name")
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
  }

  public func record(of user: String) throws(StoreError) -> UserRecord? {
    try reading { (connection) throws(StoreError) in
      guard let user = try Names.user(user, in: connection) else { return nil }
      return try self.read(user, connection)
    }
  }

  public func update<Result>(
    _ user: String, _ body: (inout UserRecord?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try withConnection { (connection) throws(StoreError) in
      try connection.exclusively { () throws(StoreError) in
        let known = try Names.user(user, in: connection)
        // One that is there can always be changed and removed, whatever names earlier versions took.
        guard known != nil || PlainText.isName(user) else { throw .invalidName(user) }
        let name = known ?? normalised(user)
        let old: UserRecord? = if known == nil { nil } else { try self.read(name, connection) }
        var new = old
        let result = try body(&new)
        if let new {
          guard new.name == name else { throw .invalidName(new.name) }
          try self.write(new, named: name, replacing: old, connection)
        } else if old != nil {
          let statement = try connection.prepare("DELETE FROM users WHERE name = ?")
          try statement.bind(name, at: 1)
          try statement.step()
        }
        return result
      }
    }
  }

  public func secret(_ key: String, of user: String) throws(StoreError) -> Secret? {
    try reading { (connection) throws(StoreError) in
      guard let user = try Names.user(user, in: connection),
        let key = try Names.keys(like: key, of: user, in: connection).first
      else { return nil }
      let statement = try connection.prepare("SELECT value FROM secrets WHERE user = ? AND key = ?")
      try statement.bind(user, at: 1)
      try statement.bind(key, at: 2)
      guard try statement.step() else { return nil }
      let cell = Self.secretCell(key, user)
      guard let secret = Secret(bytes: try self.open(statement.bytes(0), cell)) else {
        throw self.damaged(cell)
      }
      return secret
    }
  }

  public func setSecret(_ secret: Secret?, _ key: String, of user: String) throws(StoreError) {
    try withConnection { (connection) throws(StoreError) in
      try connection.exclusively { () throws(StoreError) in
        guard let user = try Names.user(user, in: connection) else {
          throw PlainText.isName(key) ? .unknownUser(user) : .invalidSecretKey(key)
        }
        let known = try Names.keys(like: key, of: user, in: connection)
        guard !known.isEmpty || PlainText.isName(key) else { throw .invalidSecretKey(key) }
        // All spellings: what somebody removed or replaced must be gone.
        for spelling in known {
          let statement = try connection.prepare("DELETE FROM secrets WHERE user = ? AND key = ?")
          try statement.bind(user, at: 1)
          try statement.bind(spelling, at: 2)
          try statement.step()
        }
        guard let secret else { return }
        let key = normalised(key)
        let statement = try connection.prepare("INSERT INTO secrets (user, key, value) VALUES (?, ?, ?)")
        try statement.bind(user, at: 1)
        try statement.bind(key, at: 2)
        try statement.bind(try sealer.seal(secret.bytes, for: Self.secretCell(key, user)), at: 3)
        try statement.step()
      }
    }
  }

  public func secretKeys(of user: String) throws(StoreError) -> [String] {
    try reading { (connection) throws(StoreError) in
      guard let user = try Names.user(user, in: connection) else { return [] }
      var keys: [String] = []
      let statement = try connection.prepare("SELECT key FROM secrets WHERE user = ? ORDER BY key")
      try statement.bind(user, at: 1)
      while try statement.step() { keys.append(statement.text(0)) }
      return keys
    }
  }

  /// Opens every sealed value and asks the database to check its pages.
  ///
  /// - Returns: One error for each thing that is damaged; empty for a sound store.
  public func damage() throws(StoreError) -> [StoreError] {
    try reading { (connection) throws(StoreError) in
      var found: [StoreError] = []
      let report = try connection.text("PRAGMA integrity_check(1)")
      if report != "ok" { found.append(.notAStore(path: connection.path, reason: report)) }
      for entry in try SealedValues.all(in: connection)
      where self.sealer.open(entry.bytes, for: entry.cell) == nil {
        found.append(self.damaged(entry.cell))
      }
      return found
    }
  }

  // MARK: - Log

  private static let auditCell = Cell(table: "meta", column: "audit", user: "")

  /// The last line of the audit log that the store knows of; `nil` before the first.
  func auditHead() throws(StoreError) -> AuditHead? {
    try reading { (connection) throws(StoreError) in
      let statement = try connection.prepare("SELECT value FROM meta WHERE name = 'audit'")
      guard try statement.step() else { return nil }
      guard let head = AuditHead(bytes: try self.open(statement.bytes(0), Self.auditCell)) else {
        throw self.damaged(Self.auditCell)
      }
      return head
    }
  }

  /// Notes the last line of the audit log.
  func setAuditHead(_ head: AuditHead) throws(StoreError) {
    let sealed = try sealer.seal(head.bytes, for: Self.auditCell)
    try withConnection { (connection) throws(StoreError) in
      try connection.exclusively { () throws(StoreError) in
        let statement = try connection.prepare(
          "INSERT OR REPLACE INTO meta (name, value) VALUES ('audit', ?)")
        try statement.bind(sealed, at: 1)
        try statement.step()
      }
    }
  }

  /// The value of a setting of the connection.
  func pragma(_ name: String) throws(StoreError) -> Int {
    try reading { (connection) throws(StoreError) in try connection.number("PRAGMA \(name)") }
  }

  // MARK: - Rows

  private func read(_ user: String, _ connection: StoreConnection) throws(StoreError) -> UserRecord? {
    let columns = SQLiteSchema.userColumns
    let statement = try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM users WHERE name = ?")
    try statement.bind(user, at: 1)
    guard try statement.step() else { return nil }
    var values: [[UInt8]] = []
    for (index, column) in columns.enumerated() {
      values.append(try open(statement.bytes(Int32(index)), Self.userCell(column, user)))
    }
    return try RecordCoding.record(name: user, values: values) { damaged(Self.userCell(columns[$0], user)) }
  }

  /// Writes a record that is new, or those of its values that differ.
  private func write(
    _ new: UserRecord, named name: String, replacing old: UserRecord?, _ connection: StoreConnection
  ) throws(StoreError) {
    let columns = SQLiteSchema.userColumns
    let values = try RecordCoding.values(of: new)
    if let old {
      for (index, differs) in RecordCoding.differences(old, new).enumerated() where differs {
        let statement = try connection.prepare("UPDATE users SET \(columns[index]) = ? WHERE name = ?")
        try statement.bind(
          try sealer.seal(values[index], for: Self.userCell(columns[index], name)), at: 1)
        try statement.bind(name, at: 2)
        try statement.step()
      }
    } else {
      let statement = try connection.prepare(
        "INSERT INTO users (name, \(columns.joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?)")
      try statement.bind(name, at: 1)
      for (index, column) in columns.enumerated() {
        let sealed = try sealer.seal(values[index], for: Self.userCell(column, name))
        try statement.bind(sealed, at: Int32(index + 2))
      }
      try statement.step()
    }
  }

  private func open(_ sealed: [UInt8], _ cell: Cell) throws(StoreError) -> [UInt8] {
    guard let plain = sealer.open(sealed, for: cell) else { throw damaged(cell) }
    return plain
  }

  private func damaged(_ cell: Cell) -> StoreError {
    let column = cell.key.isEmpty ? cell.column : cell.key
    return .damagedValue(database: location.database, table: cell.table, column: column, user: cell.user)
  }

  private static func userCell(_ column: String, _ user: String) -> Cell {
    Cell(table: "users", column: column, user: user)
  }

  private static func secretCell(_ key: String, _ user: String) -> Cell {
    Cell(table: "secrets", column: "value", user: user, key: key)
  }

  /// Runs a `body` that changes nothing, again while other processes recover the database after a crash.
  private func reading<Result>(
    _ body: (StoreConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try withConnection { (connection) throws(StoreError) in
      try connection.retryingWhileBusy { () throws(StoreError) in try body(connection) }
    }
  }

  /// Runs `body` while no other thread uses the connection.
  private func withConnection<Result>(
    _ body: (StoreConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var outcome: Swift.Result<Result, StoreError>?
    connection.withLock { connection in
      do throws(StoreError) { outcome = .success(try body(connection)) } catch { outcome = .failure(error) }
    }
    guard let outcome else { throw .database(path: location.database, reason: "nothing was done") }
    return try outcome.get()
  }
}
