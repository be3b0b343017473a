import CSQLite
import Platform

/// A prepared statement of a connection. Not for two threads at once.
package final class SQLiteStatement<Failure: DatabaseFailure> {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection<Failure>

  init(_ handle: OpaquePointer, connection: SQLiteConnection<Failure>) {
    self.handle = handle
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Tells the database to copy a bound value before the call returns; the header's macro does not reach Swift.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  /// Sets the parameter at `index`, counted from 1, to a text.
  package func bind(_ text: String, at index: Int32) throws(Failure) {
    var text = text
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text(handle, index, characters.baseAddress, Int32(characters.count), Self.copied)
      }
    }
    try connection.check(status, .bind)
  }

  /// Sets the parameter at `index`, counted from 1, to a path as text, whose bytes need not be UTF-8.
  package func bind(_ path: Path, at index: Int32) throws(Failure) {
    let status = path.withCString { sqlite3_bind_text(handle, index, $0, -1, Self.copied) }
    try connection.check(status, .bind)
  }

  /// Sets the parameter at `index`, counted from 1, to bytes.
  package func bind(_ bytes: [UInt8], at index: Int32) throws(Failure) {
    let status = bytes.withUnsafeBytes { buffer in
      sqlite3_bind_blob(handle, index, buffer.baseAddress, Int32(buffer.count), Self.copied)
    }
    try connection.check(status, .bind)
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  package func step() throws(Failure) -> Bool {
    let status = sqlite3_step(handle)
    try connection.check(status, .step)
    return status == SQLITE_ROW
  }

  /// The number in a column of the present row.
  package func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  /// The text in a column of the present row.
  package func text(_ column: Int32) -> String {
    guard let characters = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF8.self)
  }

  /// The bytes in a column of the present row.
  package func bytes(_ column: Int32) -> [UInt8] {
    guard let base = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return [UInt8](UnsafeRawBufferPointer(start: base, count: count))
  }
}
