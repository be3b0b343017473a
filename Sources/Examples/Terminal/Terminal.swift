import Foundation

/// The few things that the example programs do with a terminal.
public enum Terminal {
  /// Shows a line.
  public static func say(_ line: String = "") {
    print(line)
    fflush(nil)
  }

  /// Asks for a line of text.
  ///
  /// - Returns: `nil` at the end of the input.
  public static func ask(_ question: String) -> String? {
    print(question, terminator: "")
    fflush(nil)
    return readLine()
  }

  /// Asks for a line that does not show. Without a terminal it is read like any other line.
  ///
  /// - Returns: `nil` when the person presses Ctrl-C or Ctrl-D, and at the end of the input.
  public static func askSecretly(_ question: String) -> String? {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return ask(question) }
    var quiet = usual
    // Key by key and without signals, so that this program always gets to restore the terminal.
    quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual)
      print()
    }
    print(question, terminator: "")
    fflush(nil)
    return readKeys()
  }

  private static func readKeys() -> String? {
    var line: [UInt8] = []
    var key: UInt8 = 0
    while read(STDIN_FILENO, &key, 1) == 1 {
      switch key {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: line, as: UTF8.self)
      case 3, 4: return nil
      case 8, 127:
        // A character of several bytes goes as a whole.
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      default: line.append(key)
      }
    }
    return nil
  }
}
