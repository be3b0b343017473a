/// What is in a passcode that cannot be typed or seen.
public enum PasscodeFault: Error, Sendable, Equatable {
  case carriageReturn
  case lineFeed
  case nul
  case byteOrderMark
  /// Another control character, such as Tab (9) or Escape (27).
  case control(code: UInt32)
  /// A character that does not show.
  case invisible
  /// A code point that stands for no character, or for another one on each machine.
  case unassigned
  /// Bytes that are no UTF-8.
  case notUTF8

  /// What it is, as a clause that can stand behind a colon.
  var clause: String {
    switch self {
    case .carriageReturn:
      "the passcode holds a carriage return, as files with Windows line ends have; end the line with a line feed alone"
    case .lineFeed: "the passcode holds a line break"
    case .nul: "the passcode holds a zero byte"
    case .byteOrderMark: "the passcode holds a byte-order mark; save the file without one"
    case .control(let code): "the passcode holds the control character U+\(Self.hexadecimal(code))"
    case .invisible: "the passcode holds a character that does not show"
    case .unassigned: "the passcode holds a code point that stands for no character"
    case .notUTF8: "the passcode is no UTF-8 text"
    }
  }

  private static func hexadecimal(_ code: UInt32) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
