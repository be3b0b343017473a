import CProcessor

/// The environment of this process.
///
/// Where the program runs with rights that whoever started it does not have (set-user-ID, capabilities of its file), no
/// variable counts: somebody else would choose the store, the configuration and the programs.
package enum Environment {
  /// The value of a variable, `nil` where it is not set. Bytes that are not UTF-8 become U+FFFD; ``path(_:)`` keeps them.
  package static func text(_ name: String) -> String? {
    facelatch_trusted_variable(name).map { String(cString: $0) }
  }

  /// The value of a variable byte for byte, `nil` where it is not set.
  package static func path(_ name: String) -> Path? {
    facelatch_trusted_variable(name).map { Path(cString: $0) }
  }
}
