import CSodium
import Database
import Platform

/// The libraries that keep and seal records.
package enum StoreLibraries {
  /// Each with its version, as it tells at run time.
  package static var all: [SystemLibrary] {
    [
      SystemLibrary(name: "libsodium", version: String(cString: sodium_version_string())),
      DatabaseLibrary.sqlite,
    ]
  }
}
