import Platform

/// Why the store could not be opened, read or written. The description is one line: file, cause, cure.
public enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A file or folder cannot be opened, made or written.
  case cannotAccess(path: Path, reason: String)
  /// Something else lies where a folder or an ordinary file is expected.
  case wrongKind(path: Path, expected: Kind)
  /// Others than the owner have access to the file or folder; `mode` is what its permissions are.
  case tooOpen(path: Path, mode: UInt32, kind: Kind)
  /// The file or folder belongs to another account than the one that runs.
  case wrongOwner(path: Path)
  /// Another account has a folder in its hands that the store lies in.
  case untrusted(OwnershipFault)
  /// The database is there, its key file is not.
  case keyMissing(path: Path)
  /// The key file does not hold a key.
  case keyDamaged(path: Path, byteCount: Int)
  /// The key file does not open the database beside it.
  case wrongKey(path: Path, database: Path)
  /// A sealed value was changed, moved or damaged.
  case damagedValue(database: Path, table: String, column: String, user: String)
  /// The file is no database of this program, or is damaged as a whole.
  case notAStore(path: Path, reason: String)
  /// The database was written by a newer program.
  case newerSchema(path: Path, found: Int, supported: Int)
  /// Other processes kept the database busy for too long.
  case busy(path: Path, seconds: Double)
  /// The database refused an operation.
  case database(path: Path, reason: String)
  /// The name is empty, too long, holds characters that cannot be printed, or begins or ends with a blank.
  case invalidName(String)
  /// The key of a secret is empty, too long, holds characters that cannot be printed, or begins or ends with a blank.
  case invalidSecretKey(String)
  /// There is no record of this person.
  case unknownUser(String)
  /// A value is larger than the store keeps.
  case tooLarge(what: String, byteCount: Int, limit: Int)
  /// The record changed under an operation that had been allowed for its former state.
  case changedMeanwhile(user: String)
  /// The system has not so much memory for this process as a passcode's verifier takes. Nothing was compared.
  case outOfMemory(byteCount: Int)
  /// The cryptographic library does not work here.
  case cryptography(reason: String)

  /// What the store keeps things in.
  public enum Kind: Sendable {
    case folder
    /// An ordinary file.
    case file
  }

  public var description: String {
    switch self {
    case .cannotAccess(let path, let reason):
      "\(path): \(printable(reason)); check that the folder exists, belongs to you and has free space"
    case .wrongKind(let path, let expected):
      "\(path): is not \(expected == .folder ? "a folder" : "an ordinary file"); move it away or choose another store"
    case .tooOpen(let path, let mode, let kind):
      "\(path): has mode \(String(mode, radix: 8)), so other accounts can reach it; run:"
        + " chmod \(kind == .folder ? 700 : 600) '\(path)'"
    case .wrongOwner(let path):
      "\(path): belongs to another account; run as its owner or choose another store"
    case .untrusted(let fault): fault.description
    case .keyMissing(let path):
      "\(path): the key file is missing and the database beside it cannot be read without; put the key file back,"
        + " or remove the whole store and enrol again"
    case .keyDamaged(let path, let byteCount):
      "\(path): the key file holds \(byteCount) bytes instead of \(StoreKey.byteCount); put the right key file back"
    case .wrongKey(let path, let database):
      "\(path): this key does not open \(database); put back the key file that was made together with the database"
    case .damagedValue(let database, let table, let column, let user):
      "\(database): the value \"\(printable(column, limit: 40))\" of \"\(printable(user, limit: 40))\" in \"\(printable(table))\" was changed or damaged;"
        + " restore the store from a backup, or remove this user and enrol again"
    case .notAStore(let path, let reason):
      "\(path): is no Facelatch store (\(printable(reason))); restore it from a backup or choose another store"
    case .newerSchema(let path, let found, let supported):
      "\(path): was written by a newer Facelatch (format \(found), this one knows \(supported)); update Facelatch"
    case .busy(let path, let seconds):
      "\(path): other processes kept the store busy for \(Int(seconds.rounded())) seconds; try again"
    case .database(let path, let reason):
      "\(path): the database reports: \(printable(reason)); check free space and permissions of its folder"
    case .invalidName(let name):
      "\"\(printable(name, limit: 40))\" is no user name: 1 to 255 bytes without control characters, and"
        + " without blanks at the ends, are expected"
    case .invalidSecretKey(let key):
      "\"\(printable(key, limit: 40))\" is no key of a secret: 1 to 255 bytes without control characters,"
        + " and without blanks at the ends, are expected"
    case .unknownUser(let user):
      "no user \"\(printable(user, limit: 40))\" in the store; set a passcode for this user first"
    case .tooLarge(let what, let byteCount, let limit):
      "\(printable(what)) has \(byteCount) bytes, at most \(limit) are kept; make it shorter"
    case .changedMeanwhile(let user):
      "the record of \"\(printable(user, limit: 40))\" was changed by another process meanwhile; try again"
    case .outOfMemory(let byteCount):
      "\(byteCount) bytes of memory, which a passcode takes, are not available, so none was compared or counted; free some, or"
        + " raise the limit (ulimit -v)"
    case .cryptography(let reason):
      "libsodium does not work here: \(printable(reason))"
    }
  }
}
