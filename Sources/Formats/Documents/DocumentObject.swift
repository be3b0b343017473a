/// An object of a document that is being read. Asking for a key makes it known; `finish` notes those that nobody asked for.
package struct DocumentObject {
  package let members: [JSON.Member]
  package let place: DocumentReader.Place
  package let reader: DocumentReader

  /// The value under a key that must be there; `nil` where it is not, which is noted.
  package subscript(key: String) -> DocumentValue? {
    if let value = optional(key) { return value }
    reader.note(.missing, at: place.key(key))
    return nil
  }

  /// The value under a key that may be missing.
  package func optional(_ key: String) -> DocumentValue? {
    let place = place.key(key)
    reader.know(key, of: self.place)
    return members.first { $0.key == key }.map {
      DocumentValue(json: $0.value, place: place, reader: reader)
    }
  }

  /// The value under a key that may be missing, or null, which says the same.
  package func present(_ key: String) -> DocumentValue? {
    let value = optional(key)
    if case .null = value?.json { return nil }
    return value
  }

  /// Notes every key that was not asked for.
  package func finish() {
    for member in members where !reader.keys(of: place).contains(member.key) {
      reader.note(.unknownKey(understood: reader.keys(of: place)), at: place.key(member.key))
    }
  }
}
