import CSQLite
import Platform

/// What the database refused, in its own terms. Whoever keeps something in it says what that means.
package struct DatabaseError: Error, Sendable, Equatable {
  /// The step that was refused.
  package enum Operation: Sendable, Equatable {
    /// Opening the file.
    case open
    /// Statements that return nothing.
    case execute
    /// The preparation of a statement.
    case prepare
    /// A value for a parameter of a statement.
    case bind
    /// The way to the next row.
    case step
  }

  /// What kind of trouble the code stands for.
  package enum Kind: Sendable, Equatable {
    /// Others are at work; later it may succeed.
    case busy
    /// The file is no database, or is damaged.
    case damaged
    /// The file cannot be opened, read or written.
    case inaccessible
    /// Everything else.
    case other
  }

  /// The file, as it was given to the connection.
  package let path: Path
  package let operation: Operation
  /// SQLite's extended result code; its lowest byte is the plain one.
  package let extendedCode: Int32
  /// SQLite's words for the code, with what it was about: a table, a column.
  package let message: String
  /// How long the connection waits for others before it reports that they are at work.
  package let patienceSeconds: Double

  /// SQLite's plain result code.
  package var code: Int32 { extendedCode & 0xff }

  package var kind: Kind {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_NOTADB, SQLITE_CORRUPT: .damaged
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM: .inaccessible
    default: .other
    }
  }
}

/// The error of a part that keeps something in a database: it takes up what the database refused.
package protocol DatabaseFailure: Error {
  init(_ error: DatabaseError)
  /// Whether it stands for an error of kind `busy`.
  var isBusy: Bool { get }
}

extension DatabaseError: DatabaseFailure {
  package init(_ error: DatabaseError) { self = error }
  package var isBusy: Bool { kind == .busy }
}
