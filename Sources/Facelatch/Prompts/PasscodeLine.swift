import Policy
import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One line that is typed without being shown.
struct PasscodeLine {
  let terminal: Terminal
  /// What stands before the cursor.
  let label: String

  /// Too long lines that are asked for again.
  private static let patience = 3

  /// Reads the line; wipes all that is not handed out.
  func read(isInterrupted: () -> Bool) -> PasscodeAnswer {
    var line: [UInt8] = []
    // All at once, so that growing leaves no copies of the passcode behind.
    line.reserveCapacity(PasscodeLimits.maximumByteCount)
    var isTooLong = false
    var tooLongLines = 0
    terminal.show(label)
    while true {
      switch terminal.next(isInterrupted: isInterrupted) {
      case .end, .interrupted:
        return leave(&line, .systemCancelled)
      case .resumed:
        restart(&line, &isTooLong)
      case .byte(let byte):
        switch key(byte) {
        case .enter where isTooLong:
          tooLongLines += 1
          guard tooLongLines < Self.patience else { return leave(&line, Self.tooLong) }
          terminal.show(
            "\nA passcode has at most \(PasscodeLimits.maximumByteCount) bytes; nothing was compared.\n")
          restart(&line, &isTooLong)
        case .enter:
          terminal.show("\n")
          return .passcode(line)
        case .endOfFile where line.isEmpty && !isTooLong, .interrupt:
          return leave(&line, .cancelled)
        case .endOfFile: continue
        case .suspend:
          terminal.show("\n")
          _ = terminal.suspend()
          restart(&line, &isTooLong)
        case .eraseLine:
          wipe(&line)
          isTooLong = false
        case .eraseCharacter: eraseCharacter(&line)
        case .character:
          if line.count < PasscodeLimits.maximumByteCount, !isTooLong {
            line.append(byte)
          } else {
            isTooLong = true
            wipe(&line)
          }
        }
      }
    }
  }

  // MARK: - Keys

  private enum Key {
    case enter, endOfFile, interrupt, suspend, eraseLine, eraseCharacter, character
  }

  private func key(_ byte: UInt8) -> Key {
    let backspace: UInt8 = 8
    let delete: UInt8 = 127
    if byte == UInt8(ascii: "\n") { return .enter }
    if terminal.isControl(byte, VINTR) || terminal.isControl(byte, VQUIT) { return .interrupt }
    if terminal.isControl(byte, VEOF) { return .endOfFile }
    if terminal.isControl(byte, VSUSP) { return .suspend }
    if terminal.isControl(byte, VKILL) { return .eraseLine }
    if terminal.isControl(byte, VERASE) || byte == backspace || byte == delete { return .eraseCharacter }
    return .character
  }

  /// Removes the last character, which may be several bytes of UTF-8.
  private func eraseCharacter(_ line: inout [UInt8]) {
    while let last = line.popLast(), last & 0xC0 == 0x80 {}
  }

  private func restart(_ line: inout [UInt8], _ isTooLong: inout Bool) {
    wipe(&line)
    isTooLong = false
    terminal.show(label)
  }

  private func leave(_ line: inout [UInt8], _ answer: PasscodeAnswer) -> PasscodeAnswer {
    Sodium.wipe(&line)
    terminal.show("\n")
    return answer
  }

  /// Wipes what was typed and keeps the memory for what comes.
  private func wipe(_ line: inout [UInt8]) {
    for index in line.indices { line[index] = 0 }
    line.removeAll(keepingCapacity: true)
  }

  private static let tooLong = PasscodeAnswer.refused(
    reason: "A passcode has at most \(PasscodeLimits.maximumByteCount) bytes.")
}
