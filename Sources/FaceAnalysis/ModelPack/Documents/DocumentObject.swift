import Formats

/// An object of a document that is being read. Asking for a key makes it known; `finish` notes those that nobody asked for.
struct DocumentObject {
  let members: [JSON.Member]
  let place: DocumentReader.Place
  let reader: DocumentReader

  /// The value under a key that must be there; `nil` where it is not, which is noted.
  subscript(key: String) -> DocumentValue? {
    if let value = optional(key) { return value }
    reader.note(.missing, at: place.key(key))
    return nil
  }

  /// The value under a key that may be missing.
  func optional(_ key: String) -> DocumentValue? {
    let place = place.key(key)
    reader.know(place)
    return members.first { $0.key == key }.map {
      DocumentValue(json: $0.value, place: place, reader: reader)
    }
  }

  /// Notes every key that was not asked for.
  func finish() {
    for member in members where !reader.knows(place.key(member.key)) {
      reader.note(.unknownKey, at: place.key(member.key))
    }
  }
}
