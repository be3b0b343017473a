/// Why a text is no JSON, and where.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Cause: Equatable, Sendable {
    /// Something else stands there, or the text ends.
    case expected(String, found: String?)
    /// A string has a line break or another control character that is not escaped.
    case controlCharacter
    /// A backslash is followed by something that has no meaning.
    case unknownEscape
    /// Half of a pair that stands for one character.
    case loneSurrogate
    /// A string has bytes that are not UTF-8.
    case notUTF8
    /// An object has two members of one name.
    case repeatedKey(String)
    /// More arrays and objects lie within each other than are allowed.
    case tooDeep(limit: Int)
    /// There are more values than are allowed.
    case tooMany(limit: Int)
    /// The text has more bytes than are allowed.
    case tooLarge(limit: Int)
  }

  package let cause: Cause
  /// Counted from 1.
  package let line: Int
  /// Characters (Unicode scalars) of the line, counted from 1.
  package let column: Int

  package var description: String { "line \(line), column \(column): \(cause.words)" }
}

extension JSONError.Cause {
  /// The cause without its place.
  package var words: String {
    switch self {
    case .expected(let wanted, let found):
      found.map { "\(wanted) is expected, not '\($0)'" } ?? "\(wanted) is expected, but the text ends"
    case .controlCharacter: "a control character in a string must be escaped, or the closing '\"' is missing"
    case .unknownEscape: "this '\\' begins no escape sequence"
    case .loneSurrogate: "'\\u' gives half of a pair without the other half"
    case .notUTF8: "a string is not in UTF-8"
    case .repeatedKey(let key): "the key \"\(key)\" stands there twice"
    case .tooDeep(let limit): "more than \(limit) arrays and objects lie within each other"
    case .tooMany(let limit): "there are more than \(limit) values"
    case .tooLarge(let limit): "the text has more than \(limit) bytes"
    }
  }
}
