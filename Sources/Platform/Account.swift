/// The account that runs the program, as the system's list of accounts has it.
package enum Account {
  /// Its name, or its number where the system knows no name.
  package static var name: String {
    entry { $0.pw_name.map { String(cString: $0) } } ?? String(getuid())
  }

  /// Its home; `nil` where the system knows none.
  package static var home: Path? {
    entry { $0.pw_dir.map { Path(cString: $0) } }
  }

  private static func entry<Value>(_ value: (passwd) -> Value?) -> Value? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    let count = buffer.count
    return buffer.withUnsafeMutableBufferPointer { text in
      guard let base = text.baseAddress, getpwuid_r(getuid(), &entry, base, count, &found) == 0, found != nil
      else { return nil }
      return value(entry)
    }
  }
}
