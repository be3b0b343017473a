#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the store lies when nobody says so, and what its files are called.
public struct StoreLocation: Sendable, Equatable {
  /// The folder of the store.
  public let directory: String

  /// Takes the folder that was asked for, or finds the usual one.
  ///
  /// - Parameters:
  ///   - explicit: What the command line or a configuration says.
  ///   - environment: Looks a variable of the environment up.
  /// - Returns: `explicit`, else `FACELATCH_STORE`, else `facelatch` in `XDG_DATA_HOME`, else
  ///   `.local/share/facelatch` at home.
  public init(explicit: String? = nil, environment: (String) -> String? = StoreLocation.environmentVariable) {
    if let explicit, !explicit.isEmpty {
      directory = explicit
    } else if let variable = environment("FACELATCH_STORE"), !variable.isEmpty {
      directory = variable
    } else if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      // A relative path in this variable is to be ignored (XDG Base Directory Specification).
      directory = Self.joined(data, "facelatch")
    } else {
      directory = Self.joined(Self.home(environment), ".local/share/facelatch")
    }
  }

  /// The SQLite database.
  public var database: String { Self.joined(directory, "store.sqlite") }

  /// The file with the key that seals the database's values.
  public var key: String { Self.joined(directory, "store.key") }

  /// The log of decisions, one JSON object per line.
  public var auditLog: String { Self.joined(directory, "audit.jsonl") }

  /// The value of a variable of this process's environment.
  public static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func home(_ environment: (String) -> String?) -> String {
    if let home = environment("HOME"), home.hasPrefix("/") { return home }
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    let count = buffer.count
    return buffer.withUnsafeMutableBufferPointer { text in
      guard let base = text.baseAddress, getpwuid_r(getuid(), &entry, base, count, &found) == 0, found != nil,
        let home = entry.pw_dir
      else { return "/" }
      return String(cString: home)
    }
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
