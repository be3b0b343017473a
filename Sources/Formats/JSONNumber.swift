/// A number in the digits that a text gives it, so that reading and writing it changes nothing.
package struct JSONNumber: Equatable, Sendable {
  /// The number by the grammar of RFC 8259.
  package let text: String

  /// - Returns: `nil` for what is no JSON number, such as `01`, `.5`, `+1` and `nan`.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard Self.scan(bytes, from: 0) == .number(end: bytes.count) else { return nil }
    self.text = text
  }

  /// The shortest digits that give the value back.
  ///
  /// - Returns: `nil` for what is not finite.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The shortest digits that give the value back in single precision.
  ///
  /// - Returns: `nil` for what is not finite.
  package init?(_ value: Float) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The nearest value in single precision, rounded once; infinite where the number is too large for one.
  package var singlePrecisionValue: Float { Float(text) ?? .nan }

  /// The nearest value; infinite where the number is too large for one.
  package var value: Double { Double(text) ?? .nan }

  enum Scan: Equatable {
    /// A number that ends before this position.
    case number(end: Int)
    /// A digit is missing at this position.
    case missingDigit(at: Int)
  }

  /// Finds the end of the number that begins at `start`.
  static func scan(_ bytes: [UInt8], from start: Int) -> Scan {
    var position = start
    func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }
    /// Whether there was a digit at least.
    func passDigits() -> Bool {
      let first = position
      while let next = byte(), next.isDigit { position += 1 }
      return position > first
    }
    if byte() == UInt8(ascii: "-") { position += 1 }
    if byte() == UInt8(ascii: "0") {
      position += 1
    } else if !passDigits() {
      return .missingDigit(at: position)
    }
    if byte() == UInt8(ascii: ".") {
      position += 1
      if !passDigits() { return .missingDigit(at: position) }
    }
    if byte() == UInt8(ascii: "e") || byte() == UInt8(ascii: "E") {
      position += 1
      if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { position += 1 }
      if !passDigits() { return .missingDigit(at: position) }
    }
    return .number(end: position)
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
