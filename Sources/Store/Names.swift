import Platform

/// Finds what is kept under a name, in whatever spelling of Unicode it is kept.
///
/// New names are kept in normalization form C. Stores of earlier versions hold them byte for byte as they were typed; such a
/// name is found by all of its spellings, and keeps its own, since what is sealed is bound to it.
enum Names {
  /// The spelling under which a person is kept; `nil` for one who is not.
  static func user(_ name: String, in connection: StoreConnection) throws(StoreError) -> String? {
    let name = normalised(name)
    let exact = try connection.prepare("SELECT 1 FROM users WHERE name = ?")
    try exact.bind(name, at: 1)
    if try exact.step() { return name }
    let all = try connection.prepare("SELECT name FROM users ORDER BY name")
    while try all.step() {
      let spelling = all.text(0)
      if spelling == name { return spelling }
    }
    return nil
  }

  /// The spellings under which secrets of a key are kept, the usual one first; `user` as it is kept.
  static func keys(
    like key: String, of user: String, in connection: StoreConnection
  ) throws(StoreError) -> [String] {
    let key = normalised(key)
    var found: [String] = []
    let all = try connection.prepare("SELECT key FROM secrets WHERE user = ? ORDER BY key")
    try all.bind(user, at: 1)
    while try all.step() {
      // Texts are equal in all their spellings.
      let spelling = all.text(0)
      guard spelling == key else { continue }
      found.insert(spelling, at: spelling.utf8.elementsEqual(key.utf8) ? 0 : found.count)
    }
    return found
  }
}
