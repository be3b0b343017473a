import CSQLite
import Platform

/// The library behind the connections.
package enum DatabaseLibrary {
  /// SQLite with its version, as it tells at run time.
  package static var sqlite: SystemLibrary {
    SystemLibrary(name: "SQLite", version: String(cString: sqlite3_libversion()))
  }
}
