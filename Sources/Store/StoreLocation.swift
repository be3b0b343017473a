import Platform

/// Where the store lies when nobody says so, and what its files are called.
public struct StoreLocation: Sendable, Equatable {
  /// The folder of the store.
  public let directory: Path

  /// Takes the folder that was asked for, or finds the usual one.
  ///
  /// - Parameter explicit: What the command line or a configuration says.
  /// - Returns: `explicit`, else `FACELATCH_STORE`, else `facelatch` in `XDG_DATA_HOME`, else
  ///   `.local/share/facelatch` at home.
  public init(explicit: Path? = nil) {
    self.init(explicit: explicit, environment: Environment.path)
  }

  /// - Parameter environment: Looks a variable of the environment up.
  init(explicit: Path?, environment: (String) -> Path?) {
    if let explicit, !explicit.bytes.isEmpty {
      directory = explicit
    } else if let variable = environment("FACELATCH_STORE"), !variable.bytes.isEmpty {
      directory = variable
    } else if let data = environment("XDG_DATA_HOME"), data.isAbsolute {
      // A relative path in this variable is to be ignored (XDG Base Directory Specification).
      directory = data.appending("facelatch")
    } else {
      directory = Account.homeFolder(environment: environment).appending(".local/share/facelatch")
    }
  }

  /// The SQLite database.
  public var database: Path { directory.appending("store.sqlite") }

  /// The file with the key that seals the database's values.
  public var key: Path { directory.appending("store.key") }

  /// The log of decisions, one JSON object per line.
  public var auditLog: Path { directory.appending("audit.jsonl") }
}
