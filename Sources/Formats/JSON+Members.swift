extension JSON {
  /// The value of an object's member; `nil` where there is none, or no object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The keys of an object in their order; none where it is no object.
  package var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  /// The values of an array; none where it is no array.
  package var elements: [JSON] {
    guard case .array(let values) = self else { return [] }
    return values
  }

  /// The same object with another value under a key, in the old one's place, or at the end where there was none. What is
  /// no object stays as it is.
  package func replacing(_ key: String, with value: JSON) -> JSON {
    guard case .object(var members) = self else { return self }
    let member = Member(key: key, value: value)
    if let place = members.firstIndex(where: { $0.key == key }) {
      members[place] = member
    } else {
      members.append(member)
    }
    return .object(members)
  }

  /// A number in its shortest digits that give the same value back; null for what is not finite.
  package static func exact(_ value: Double) -> JSON {
    JSONNumber(value).map { .literal($0) } ?? .null
  }

  /// A number in its shortest digits that give the same value back in single precision; null for what is not finite.
  package static func exact(_ value: Float) -> JSON {
    JSONNumber(value).map { .literal($0) } ?? .null
  }

  /// A whole number of any type.
  package static func whole(_ value: some FixedWidthInteger) -> JSON {
    JSONNumber(String(value)).map { .literal($0) } ?? .null
  }
}
