/// The environment of this process.
package enum Environment {
  /// The value of a variable, `nil` where it is not set. Bytes that are not UTF-8 become U+FFFD; ``path(_:)`` keeps them.
  package static func text(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The value of a variable byte for byte, `nil` where it is not set.
  package static func path(_ name: String) -> Path? {
    getenv(name).map { Path(cString: $0) }
  }
}
