/// The account that runs the program, as the system's list of accounts has it.
package enum Account {
  /// Its name, or its number where the system knows no name.
  package static var name: String { name(of: getuid()) }

  /// The name of an account, or its number where the system knows no name.
  package static func name(of account: uid_t) -> String {
    entry(of: account) { $0.pw_name.map { String(cString: $0) } } ?? String(account)
  }

  /// Its home; `nil` where the system knows none.
  package static var home: Path? {
    entry(of: getuid()) { $0.pw_dir.map { Path(cString: $0) } }
  }

  /// The folder that holds what belongs to the person: `HOME`, or where that is not set or no absolute path, the home that
  /// the system knows, else `/`.
  ///
  /// - Parameter environment: Looks a variable of the environment up.
  package static func homeFolder(environment: (String) -> Path? = Environment.path) -> Path {
    environment("HOME").flatMap { $0.isAbsolute ? $0 : nil } ?? home ?? "/"
  }

  private static func entry<Value>(of account: uid_t, _ value: (passwd) -> Value?) -> Value? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withBuffer { text, count in
      guard getpwuid_r(account, &entry, text, count, &found) == 0, found != nil else { return nil }
      return value(entry)
    }
  }

  /// The name of a group and those of its members; `nil` where the system does not know it.
  static func group(_ group: gid_t) -> (name: String, members: [String])? {
    var entry = Platform.group()
    var found: UnsafeMutablePointer<Platform.group>?
    return withBuffer { text, count in
      guard getgrgid_r(group, &entry, text, count, &found) == 0, found != nil, let name = entry.gr_name
      else { return nil }
      var members: [String] = []
      var place = entry.gr_mem
      while let member = place?.pointee {
        members.append(String(cString: member))
        place = place?.advanced(by: 1)
      }
      return (String(cString: name), members)
    }
  }

  private static func withBuffer<Value>(_ body: (UnsafeMutablePointer<CChar>, Int) -> Value?) -> Value? {
    var buffer = [CChar](repeating: 0, count: 65_536)
    return buffer.withUnsafeMutableBufferPointer { text in text.baseAddress.flatMap { body($0, text.count) } }
  }
}
