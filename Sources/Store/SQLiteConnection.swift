import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One connection to a database file.
///
/// Not for two threads at once, although the compiler lets it pass between them: whoever shares one holds a lock
/// around every use.
package final class SQLiteConnection: @unchecked Sendable {
  let path: String
  private let handle: OpaquePointer
  private let patience: Patience

  /// How long a connection waits for others, shared with the database's callback.
  private final class Patience {
    let limitSeconds: Double
    var start = 0.0

    init(limitSeconds: Double) {
      self.limitSeconds = limitSeconds
    }
  }

  /// Opens a file that exists.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - patienceSeconds: How long other processes may keep the database busy.
  package init(path: String, patienceSeconds: Double) throws(StoreError) {
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw .cannotAccess(path: path, reason: reason)
    }
    self.path = path
    handle = opened
    patience = Patience(limitSeconds: patienceSeconds)
    sqlite3_extended_result_codes(handle, 1)
    // The connection owns the patience and outlives the callback, so an unretained reference is enough.
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        return SQLiteConnection.wait(
          Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue(), turn: Int(count))
      }, Unmanaged.passUnretained(patience).toOpaque())
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements that return nothing.
  package func execute(_ statements: String) throws(StoreError) {
    try check(sqlite3_exec(handle, statements, nil, nil, nil))
  }

  /// Prepares one statement.
  package func prepare(_ text: String) throws(StoreError) -> SQLiteStatement {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, text, -1, &statement, nil))
    guard let statement else { throw .database(path: path, reason: "an empty statement") }
    return SQLiteStatement(statement, connection: self)
  }

  /// Runs `body` alone: nobody else writes in between, and what it writes is on disk when this returns.
  ///
  /// - Throws: What `body` throws, after everything that it wrote was undone.
  package func exclusively<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try retryingWhileBusy { () throws(StoreError) in try execute("BEGIN IMMEDIATE") }
    do throws(StoreError) {
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
  package func retryingWhileBusy<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result
  {
    let start = Self.seconds()
    var turn = 0
    while true {
      do throws(StoreError) {
        return try body()
      } catch {
        guard case .busy = error, Self.seconds() - start < patience.limitSeconds else { throw error }
        Self.pause(turn: turn)
        turn += 1
      }
    }
  }

  func check(_ status: Int32) throws(StoreError) {
    guard status != SQLITE_OK, status != SQLITE_DONE, status != SQLITE_ROW else { return }
    let reason = String(cString: sqlite3_errmsg(handle))
    switch status & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: throw .busy(path: path, seconds: patience.limitSeconds)
    case SQLITE_NOTADB, SQLITE_CORRUPT: throw .notAStore(path: path, reason: reason)
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM: throw .cannotAccess(path: path, reason: reason)
    default: throw .database(path: path, reason: reason)
    }
  }

  /// Whether to go on waiting (1) or to give up (0).
  private static func wait(_ patience: Patience, turn: Int) -> Int32 {
    if turn == 0 { patience.start = seconds() }
    guard seconds() - patience.start < patience.limitSeconds else { return 0 }
    pause(turn: turn)
    return 1
  }

  /// Sleeps for a random time that grows with the turn: many processes that wait in step would wake in step.
  private static func pause(turn: Int) {
    let most = UInt32(1_000) << UInt32(min(turn, 5))
    usleep(UInt32.random(in: 500...most))
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension SQLiteConnection {
  /// The number in the first row and column of a query's result.
  package func number(_ query: String) throws(StoreError) -> Int {
    let statement = try prepare(query)
    guard try statement.step() else { return 0 }
    return statement.integer(0)
  }

  /// The text in the first row and column of a query's result.
  package func text(_ query: String) throws(StoreError) -> String {
    let statement = try prepare(query)
    guard try statement.step() else { return "" }
    return statement.text(0)
  }
}
