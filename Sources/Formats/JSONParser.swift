import Platform

extension JSON {
  /// Reads a text in UTF-8, strictly by RFC 8259: no comments, no commas at the end, no byte-order mark, nothing behind
  /// the value. The order of keys and the digits of numbers are kept.
  ///
  /// - Parameters:
  ///   - depthLimit: How many arrays and objects may lie within each other.
  ///   - valueLimit: How many values there may be, each of which takes far more memory than its bytes.
  ///   - byteLimit: How long the text may be.
  /// - Throws: Where and why it is no JSON; also for two members of one name, of which readers choose differently,
  ///   and for half a surrogate pair, which is no character.
  package init(
    parsing bytes: [UInt8], depthLimit: Int = 64, valueLimit: Int = 1_000_000, byteLimit: Int = 16 << 20
  ) throws(JSONError) {
    guard bytes.count <= byteLimit else {
      throw JSONError(cause: .tooLarge(limit: byteLimit), line: 1, column: 1)
    }
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit, valueLimit: valueLimit)
    self = try parser.document()
  }
}

/// Reads one JSON text from its first byte to its last.
private struct JSONParser {
  let bytes: [UInt8]
  let depthLimit: Int
  let valueLimit: Int
  private var position = 0
  private var depth = 0
  private var valueCount = 0

  init(bytes: [UInt8], depthLimit: Int, valueLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.valueLimit = valueLimit
  }

  mutating func document() throws(JSONError) -> JSON {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw expected("the end of the text") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    valueCount += 1
    guard valueCount <= valueLimit else { throw error(.tooMany(limit: valueLimit), at: position) }
    switch next {
    case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: return .literal(try number())
    default: break
    }
    for (word, value) in Self.words where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    throw expected("a value")
  }

  private static let words: [(String, JSON)] = [
    ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
  ]

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSON
  ) throws(JSONError) -> JSON {
    guard depth < depthLimit else { throw error(.tooDeep(limit: depthLimit), at: position) }
    depth += 1
    defer { depth -= 1 }
    position += 1
    skipSpace()
    return try body(&self)
  }

  private mutating func array() throws(JSONError) -> JSON {
    if pass(UInt8(ascii: "]")) { return .array([]) }
    var values: [JSON] = []
    repeat { values.append(try value()) } while try hasMore(before: "]")
    return .array(values)
  }

  private mutating func object() throws(JSONError) -> JSON {
    if pass(UInt8(ascii: "}")) { return .object([JSON.Member]()) }
    var members: [JSON.Member] = []
    var keys: Set<String> = []
    repeat {
      skipSpace()
      let start = position
      guard next == UInt8(ascii: "\"") else { throw expected("a key in '\"'") }
      let key = try string()
      guard keys.insert(key).inserted else { throw error(.repeatedKey(printable(key)), at: start) }
      skipSpace()
      guard pass(UInt8(ascii: ":")) else { throw expected("':'") }
      members.append(JSON.Member(key: key, value: try value()))
    } while try hasMore(before: "}")
    return .object(members)
  }

  /// Passes the comma that another element follows, or the end of the array or object.
  private mutating func hasMore(before end: Unicode.Scalar) throws(JSONError) -> Bool {
    skipSpace()
    if pass(UInt8(ascii: ",")) { return true }
    guard pass(UInt8(ascii: end)) else { throw expected("',' or '\(end)'") }
    return false
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let end: Int
    switch JSONNumber.scan(bytes, from: position) {
    case .number(let found): end = found
    case .missingDigit(let place):
      position = place
      throw expected("a digit")
    }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    guard let number = JSONNumber(text) else { throw expected("a number") }
    position = end
    return number
  }

  // MARK: - Strings

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    var hasEscapes = false
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error(.controlCharacter, at: position) }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        // Whatever follows, a quotation mark too, belongs to the escape.
        position += 1
        guard let following = next, following >= 0x20 else { throw error(.unknownEscape, at: position - 1) }
      }
      position += 1
    }
    let end = position
    guard pass(UInt8(ascii: "\"")) else { throw expected("'\"'") }
    guard let text = String(validating: bytes[start..<end], as: UTF8.self) else {
      throw error(.notUTF8, at: start + validLength(of: bytes[start..<end]))
    }
    return hasEscapes ? try unescaped(from: start, to: end) : text
  }

  /// How many bytes come before the first that is not UTF-8.
  private func validLength(of bytes: ArraySlice<UInt8>) -> Int {
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var length = 0
    while case .valid(let encoded) = parser.parseScalar(from: &iterator) { length += encoded.count }
    return length
  }

  private func unescaped(from start: Int, to end: Int) throws(JSONError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(end - start)
    var place = start
    while place < end {
      guard bytes[place] == UInt8(ascii: "\\") else {
        result.append(bytes[place])
        place += 1
        continue
      }
      let letter = Unicode.Scalar(bytes[place + 1])
      if letter == "u" {
        let (scalar, length) = try character(at: place)
        result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        place += length
      } else if let byte = Self.escapes[letter] {
        result.append(byte)
        place += 2
      } else {
        throw error(.unknownEscape, at: place)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let escapes: [Unicode.Scalar: UInt8] = [
    "\"": UInt8(ascii: "\""), "\\": UInt8(ascii: "\\"), "/": UInt8(ascii: "/"), "b": 0x08, "f": 0x0c,
    "n": 0x0a,
    "r": 0x0d, "t": 0x09,
  ]

  /// The character that one `\u` gives, or two where they are a pair, and how many bytes that takes.
  private func character(at place: Int) throws(JSONError) -> (Unicode.Scalar, length: Int) {
    guard let first = codeUnit(at: place) else { throw error(.unknownEscape, at: place) }
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    guard UTF16.isLeadSurrogate(first), let second = codeUnit(at: place + 6), UTF16.isTrailSurrogate(second)
    else { throw error(.loneSurrogate, at: place) }
    return (UTF16.decode(UTF16.EncodedScalar([first, second])), 12)
  }

  /// The number in `\u12ab`.
  private func codeUnit(at place: Int) -> UInt16? {
    guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
    else { return nil }
    var number: UInt16 = 0
    for byte in bytes[(place + 2)..<(place + 6)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      number = number << 4 | UInt16(digit)
    }
    return number
  }

  // MARK: - Bytes

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func pass(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { position += 1 }
  }

  private func expected(_ what: String) -> JSONError {
    var iterator = bytes[position...].prefix(4).makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    let found: String? =
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded): printable(encoded)
      case .error(let length): printable(bytes[position..<position + length])
      case .emptyInput: nil
      }
    return error(.expected(what, found: found), at: position)
  }

  private func error(_ cause: JSONError.Cause, at place: Int) -> JSONError {
    let before = bytes[..<place]
    let line = before.count { $0 == 0x0a } + 1
    let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    // Bytes that continue a character do not count.
    let column = bytes[start..<place].count { $0 & 0xc0 != 0x80 } + 1
    return JSONError(cause: cause, line: line, column: column)
  }
}
