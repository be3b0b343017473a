import CSQLite
import Platform

/// One connection to a database file, whose errors are those of the part that keeps something in it.
///
/// Not for two threads at once, although the compiler lets it pass between them: whoever shares one holds a lock
/// around every use.
package final class SQLiteConnection<Failure: DatabaseFailure>: @unchecked Sendable {
  package let path: Path
  private let handle: OpaquePointer
  private let patience: Patience

  /// Opens a file that exists, as one that a stranger may have made: its schema runs no code, and views and triggers are
  /// refused.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - patienceSeconds: How long other processes may keep the database busy.
  package init(path: Path, patienceSeconds: Double) throws(Failure) {
    var opened: OpaquePointer?
    let status = path.withCString {
      sqlite3_open_v2($0, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    }
    guard status == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      let code = opened.map { sqlite3_extended_errcode($0) } ?? status
      sqlite3_close_v2(opened)
      throw Failure(
        DatabaseError(
          path: path, operation: .open, extendedCode: code, message: message,
          patienceSeconds: patienceSeconds))
    }
    self.path = path
    handle = opened
    patience = Patience(limitSeconds: patienceSeconds)
    sqlite3_extended_result_codes(handle, 1)
    Self.distrust(handle)
    // The connection owns the patience and outlives the callback, so an unretained reference is enough.
    sqlite3_busy_handler(
      handle,
      { context, turn in
        guard let context else { return 0 }
        let patience = Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue()
        if turn == 0 { patience.begin() }
        return patience.wait(turn: Int(turn)) ? 1 : 0
      }, Unmanaged.passUnretained(patience).toOpaque())
  }

  /// An empty database in memory.
  package static func inMemory() throws(Failure) -> SQLiteConnection {
    try SQLiteConnection(path: ":memory:", patienceSeconds: 0)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Takes every power from what a file brings with it, beside its tables and their values.
  private static func distrust(_ handle: OpaquePointer) {
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
    ] as [(Int32, Int32)] {
      // An older library that does not know one of them refuses it; what it does know still holds.
      facelatch_sqlite_switch(handle, option, value)
    }
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, valueByteLimit), (SQLITE_LIMIT_SQL_LENGTH, 1 << 16),
      (SQLITE_LIMIT_ATTACHED, 0),
    ] as [(Int32, Int32)] {
      sqlite3_limit(handle, limit, value)
    }
    // Pages are looked at before they are believed.
    sqlite3_exec(handle, "PRAGMA cell_size_check = ON", nil, nil, nil)
  }

  /// Most bytes of a value and of a row, far more than anything that is kept.
  private static var valueByteLimit: Int32 { 64 << 20 }

  /// Runs statements that return nothing.
  package func execute(_ statements: String) throws(Failure) {
    try check(sqlite3_exec(handle, statements, nil, nil, nil), .execute)
  }

  /// Prepares one statement.
  package func prepare(_ text: String) throws(Failure) -> SQLiteStatement<Failure> {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, text, -1, &statement, nil), .prepare)
    guard let statement else {
      throw failure(.prepare, code: SQLITE_MISUSE, message: "an empty statement")
    }
    return SQLiteStatement(statement, connection: self)
  }

  /// Runs `body` alone: nobody else writes in between, and what it writes is on disk when this returns.
  ///
  /// - Throws: What `body` throws, after everything that it wrote was undone.
  package func exclusively<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try retryingWhileBusy { () throws(Failure) in try execute("BEGIN IMMEDIATE") }
    do throws(Failure) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // A failed COMMIT may have ended the transaction already; then there is nothing to undo.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` again while the database says that others are at work.
  ///
  /// The database's own callback covers waiting for a lock; recovery after a crash and the change of the journal
  /// mode report "busy" without asking it.
  package func retryingWhileBusy<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // A patience of its own: the callback begins its row anew within `body`.
    let patience = Patience(limitSeconds: patience.limitSeconds)
    patience.begin()
    var turn = 0
    while true {
      do throws(Failure) {
        return try body()
      } catch {
        guard error.isBusy, patience.wait(turn: turn) else { throw error }
        turn += 1
      }
    }
  }

  func check(_ status: Int32, _ operation: DatabaseError.Operation) throws(Failure) {
    guard status != SQLITE_OK, status != SQLITE_DONE, status != SQLITE_ROW else { return }
    throw failure(operation, code: status, message: String(cString: sqlite3_errmsg(handle)))
  }

  private func failure(_ operation: DatabaseError.Operation, code: Int32, message: String) -> Failure {
    Failure(
      DatabaseError(
        path: path, operation: operation, extendedCode: code, message: message,
        patienceSeconds: patience.limitSeconds))
  }
}

extension SQLiteConnection {
  /// The number in the first row and column of a query's result.
  package func number(_ query: String) throws(Failure) -> Int {
    let statement = try prepare(query)
    guard try statement.step() else { return 0 }
    return statement.integer(0)
  }

  /// The text in the first row and column of a query's result.
  package func text(_ query: String) throws(Failure) -> String {
    let statement = try prepare(query)
    guard try statement.step() else { return "" }
    return statement.text(0)
  }
}
