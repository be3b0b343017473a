import Database

/// The tables of the database, and how an older database becomes a present one.
///
/// Every column but names and keys is sealed, also where it holds nothing: a value that somebody blanks out would
/// otherwise read as "no passcode is set".
struct SQLiteSchema: Sendable {
  /// One step from a version to the next. Runs inside the transaction that also counts the version up.
  struct Migration: Sendable {
    /// Changes the tables. The values are sealed for the new version when this runs.
    var change: @Sendable (StoreConnection, Sealer) throws(StoreError) -> Void
  }

  /// The version that this program writes.
  var version: Int { 1 + migrations.count }

  /// `migrations[0]` leads from version 1 to version 2, and so on.
  var migrations = Self.steps

  /// Those of this program.
  static let steps = [
    Migration { (connection, sealer) throws(StoreError) in
      for entry in try SealedValues.all(in: connection) where entry.cell.table == "secrets" {
        guard let value = sealer.open(entry.bytes, for: entry.cell) else {
          throw .damagedValue(
            database: connection.path, table: entry.cell.table, column: entry.cell.column,
            user: entry.cell.user)
        }
        let sealed = try sealer.seal(Secret.bytes(ofFirstVersion: value), for: entry.cell)
        try SealedValues.replace(entry, with: sealed, in: connection)
      }
    },
    Migration { (connection, sealer) throws(StoreError) in
      try makeIdentity(connection, sealer)
    },
  ]

  /// Marks the file as ours ("FGat").
  static let applicationIdentifier = 0x4647_6174

  /// The columns that hold sealed values, for each table.
  static let userColumns = ["appearances", "passcode", "attempts", "owner", "enrolment"]

  /// The tables of the first version.
  static let creation = """
    CREATE TABLE meta (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT;
    CREATE TABLE users (
      name TEXT PRIMARY KEY NOT NULL,
      appearances BLOB NOT NULL,
      passcode BLOB NOT NULL,
      attempts BLOB NOT NULL,
      owner BLOB NOT NULL,
      enrolment BLOB NOT NULL
    ) STRICT;
    CREATE TABLE secrets (
      user TEXT NOT NULL REFERENCES users (name) ON DELETE CASCADE,
      key TEXT NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (user, key)
    ) STRICT;
    PRAGMA application_id = \(applicationIdentifier);
    """

  /// A value that only the right key opens, so that a wrong key file shows before anything else is read.
  private static let checkCell = Cell(table: "meta", column: "check", user: "")
  private static let checkValue = Array("this key opens this store".utf8)

  private static let identityCell = Cell(table: "meta", column: "identity", user: "")
  private static let identityByteCount = 16

  /// Gives the database an identity of its own, unless it has one.
  private static func makeIdentity(
    _ connection: StoreConnection, _ sealer: Sealer
  ) throws(StoreError) {
    let statement = try connection.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('identity', ?)")
    try statement.bind(
      try sealer.seal(try Sodium.randomBytes(identityByteCount), for: identityCell), at: 1)
    try statement.step()
  }

  /// What tells this database from all others.
  func identity(_ connection: StoreConnection, _ sealer: Sealer) throws(StoreError) -> [UInt8] {
    let statement = try connection.prepare("SELECT value FROM meta WHERE name = 'identity'")
    guard try statement.step(), let identity = sealer.open(statement.bytes(0), for: Self.identityCell) else {
      throw .notAStore(path: connection.path, reason: "its identity is missing or damaged")
    }
    return identity
  }

  /// Brings older tables up to date, and checks that they are the program's own and that the key is the right one.
  ///
  /// What else a database could hold, such as views and triggers, would be code of whoever put it there.
  func prepare(_ connection: StoreConnection, key: StoreKey, location: StoreLocation) throws(StoreError) {
    // A single read, so that a database which another process is making right now is seen before or after, never
    // half: whatever takes two reads to tell is told inside the transaction.
    if try connection.number(Self.versionQuery) != version {
      try connection.exclusively { () throws(StoreError) in
        let found = try currentVersion(connection, location)
        if found < version {
          try checkTables(connection, ofVersion: found, key: key, location)
          try checkKey(connection, sealer: Sealer(key: key, schema: found), location: location)
          try migrate(connection, key: key, from: found)
        }
      }
    }
    try checkOrigin(connection, location)
    try checkTables(connection, ofVersion: version, key: key, location)
    try checkKey(connection, sealer: Sealer(key: key, schema: version), location: location)
  }

  private static let versionQuery = "PRAGMA user_version"

  /// The version of the database's format. Call it within a transaction.
  private func currentVersion(_ connection: StoreConnection, _ location: StoreLocation) throws(StoreError)
    -> Int
  {
    let found = try connection.number(Self.versionQuery)
    guard found > 0 else {
      let isEmpty = try DatabaseSchema(of: connection).isEmpty
      throw .notAStore(
        path: location.database, reason: isEmpty ? "it has no tables" : "it is another program's database")
    }
    try checkOrigin(connection, location)
    guard found <= version else {
      throw .newerSchema(path: location.database, found: found, supported: version)
    }
    return found
  }

  private func checkOrigin(_ connection: StoreConnection, _ location: StoreLocation) throws(StoreError) {
    guard try connection.number("PRAGMA application_id") == Self.applicationIdentifier else {
      throw .notAStore(path: location.database, reason: "it is another program's database")
    }
  }

  /// Fills a new database.
  func create(_ connection: StoreConnection, key: StoreKey) throws(StoreError) {
    try connection.exclusively { () throws(StoreError) in
      let sealer = Sealer(key: key, schema: version)
      try makeTables(connection, ofVersion: version, sealer)
      try Self.makeIdentity(connection, sealer)
      let statement = try connection.prepare("INSERT INTO meta (name, value) VALUES ('check', ?)")
      try statement.bind(try sealer.seal(Self.checkValue, for: Self.checkCell), at: 1)
      try statement.step()
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// The first version's tables, changed step by step.
  private func makeTables(
    _ connection: StoreConnection, ofVersion version: Int, _ sealer: Sealer
  ) throws(StoreError) {
    try connection.execute(Self.creation)
    for migration in migrations.prefix(version - 1) { try migration.change(connection, sealer) }
  }

  /// Compares tables with those that this program makes.
  private func checkTables(
    _ connection: StoreConnection, ofVersion version: Int, key: StoreKey, _ location: StoreLocation
  ) throws(StoreError) {
    let own = try StoreConnection.inMemory()
    try makeTables(own, ofVersion: version, Sealer(key: key, schema: version))
    guard try DatabaseSchema(of: connection) == DatabaseSchema(of: own) else {
      throw .notAStore(path: location.database, reason: "its tables are not those of this program")
    }
  }

  private func migrate(_ connection: StoreConnection, key: StoreKey, from oldVersion: Int) throws(StoreError)
  {
    for step in oldVersion..<version {
      let old = Sealer(key: key, schema: step)
      let new = Sealer(key: key, schema: step + 1)
      try reseal(connection, from: old, to: new)
      try migrations[step - 1].change(connection, new)
    }
    try connection.execute("PRAGMA user_version = \(version)")
  }

  /// Seals every value anew: the version is part of the place for which a value is sealed.
  private func reseal(_ connection: StoreConnection, from old: Sealer, to new: Sealer) throws(StoreError) {
    for sealed in try SealedValues.all(in: connection) {
      guard let plain = old.open(sealed.bytes, for: sealed.cell) else {
        throw .damagedValue(
          database: connection.path, table: sealed.cell.table, column: sealed.cell.column,
          user: sealed.cell.user)
      }
      try SealedValues.replace(sealed, with: try new.seal(plain, for: sealed.cell), in: connection)
    }
  }

  private func checkKey(
    _ connection: StoreConnection, sealer: Sealer, location: StoreLocation
  ) throws(StoreError) {
    let statement = try connection.prepare("SELECT value FROM meta WHERE name = 'check'")
    guard try statement.step() else {
      throw .notAStore(path: location.database, reason: "its check value is missing")
    }
    guard sealer.open(statement.bytes(0), for: Self.checkCell) == Self.checkValue else {
      throw .wrongKey(path: location.key, database: location.database)
    }
  }
}

/// Walks over everything that is sealed in a database.
enum SealedValues {
  /// A sealed value, its place and its row.
  struct Entry {
    var cell: Cell
    var row: Int
    var bytes: [UInt8]
  }

  /// All sealed values.
  static func all(in connection: StoreConnection) throws(StoreError) -> [Entry] {
    var entries: [Entry] = []
    let meta = try connection.prepare("SELECT rowid, name, value FROM meta")
    while try meta.step() {
      let cell = Cell(table: "meta", column: meta.text(1), user: "")
      entries.append(Entry(cell: cell, row: meta.integer(0), bytes: meta.bytes(2)))
    }
    for column in SQLiteSchema.userColumns {
      let users = try connection.prepare("SELECT rowid, name, \(column) FROM users")
      while try users.step() {
        let cell = Cell(table: "users", column: column, user: users.text(1))
        entries.append(Entry(cell: cell, row: users.integer(0), bytes: users.bytes(2)))
      }
    }
    let secrets = try connection.prepare("SELECT rowid, user, key, value FROM secrets")
    while try secrets.step() {
      let cell = Cell(table: "secrets", column: "value", user: secrets.text(1), key: secrets.text(2))
      entries.append(Entry(cell: cell, row: secrets.integer(0), bytes: secrets.bytes(3)))
    }
    return entries
  }

  /// Writes a value in the place of one that was read.
  static func replace(_ entry: Entry, with bytes: [UInt8], in connection: StoreConnection) throws(StoreError)
  {
    let column = entry.cell.table == "meta" ? "value" : entry.cell.column
    let statement = try connection.prepare(
      "UPDATE \(entry.cell.table) SET \(column) = ? WHERE rowid = \(entry.row)")
    try statement.bind(bytes, at: 1)
    try statement.step()
  }
}
