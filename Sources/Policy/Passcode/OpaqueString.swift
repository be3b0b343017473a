@_spi(_Unicode) import Swift

/// Passcodes in the one form in which they are compared: the OpaqueString profile of RFC 8265, for which "é" is the same however
/// it was typed.
///
/// Spaces of other widths become the common one, and the text is brought into normal form C; letters keep their case and width.
/// Refused is what the profile refuses, which is what nobody can type or see: controls, invisible characters, code points without
/// a character. Of its rules of context that for joiners alone is kept, in part: they stand between two other characters.
enum OpaqueString {
  /// Brings a passcode into this form.
  ///
  /// - Parameter bytes: As they were typed.
  /// - Returns: UTF-8; the same bytes for what is plain ASCII, of which no other copy is made.
  static func prepared(_ bytes: [UInt8]) throws(PasscodeFault) -> [UInt8] {
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) { return bytes }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    var mapped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      try check(scalar)
      mapped.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
    }
    guard let first = mapped.first, let last = mapped.last, !isJoiner(first), !isJoiner(last) else {
      throw .invisible
    }
    var composed = String.UnicodeScalarView()
    for scalar in String(mapped)._nfc { composed.append(scalar) }
    return Array(String(composed).utf8)
  }

  private static func check(_ scalar: Unicode.Scalar) throws(PasscodeFault) {
    switch scalar {
    case "\0": throw .nul
    case "\n": throw .lineFeed
    case "\r": throw .carriageReturn
    case "\u{FEFF}": throw .byteOrderMark
    case _ where isJoiner(scalar): return
    case _ where isOldJamo(scalar): throw .unassigned
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control: throw .control(code: scalar.value)
    case .lineSeparator, .paragraphSeparator: throw .lineFeed
    case .format: throw .invisible
    case .privateUse, .surrogate, .unassigned: throw .unassigned
    default: if scalar.properties.isDefaultIgnorableCodePoint { throw .invisible }
    }
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isJoinControl }

  /// Parts of syllables that are not in use any more.
  private static func isOldJamo(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: true
    default: false
    }
  }
}
