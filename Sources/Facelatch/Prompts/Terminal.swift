import Platform
import Policy
import Store

/// A terminal in a mode without echo, put back in order at the end, also when a signal ends the program.
final class Terminal {
  /// What came from the person or from elsewhere.
  enum Input {
    case byte(UInt8)
    /// The program was stopped and goes on: what was on the screen has to be written again.
    case resumed
    /// The evaluation was ended from outside, or a signal came that the program survived.
    case interrupted
    /// No more input: the terminal went away.
    case end
  }

  private let descriptor: Int32
  /// Whether what was typed before and after belongs to somebody.
  private let isShared: Bool
  private let usualMode: termios
  private let quietMode: termios
  private let watcher: TerminalWatcher?
  private let signals: TerminalSignals?

  /// Milliseconds after which the person's absence is used to look at the rest of the world.
  private static let lookEvery: Int32 = 100

  /// Opens a terminal and switches echo off.
  ///
  /// - Parameters:
  ///   - path: The terminal.
  ///   - isShared: Whether what was typed before and is left over belongs to somebody; otherwise it is dropped.
  /// - Returns: `nil` when there is none.
  init?(path: String, isShared: Bool = false) {
    let opened = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    // A high number, so that it is none of those that the watcher's descriptors get.
    descriptor = fcntl(opened, F_DUPFD_CLOEXEC, 10)
    close(opened)
    var mode = termios()
    guard descriptor >= 0, tcgetattr(descriptor, &mode) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    usualMode = mode
    self.isShared = isShared
    // Keys are read one by one: the line discipline's own line ends at 4,095 bytes without a word, and its signals
    // from the keyboard would come before the mode is put back.
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    mode.c_iflag |= tcflag_t(ICRNL)
    mode.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &mode.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    quietMode = mode
    watcher = TerminalWatcher(terminal: descriptor)
    signals = TerminalSignals()
    setQuiet()
  }

  deinit {
    setUsual()
    close(descriptor)
  }

  /// Writes text as it is.
  func show(_ text: String) {
    let bytes = Array(text.utf8)
    var count = 0
    while count < bytes.count {
      let start = count
      let written = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written > 0 {
        count += written
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Waits for the next byte, or for what ends the waiting.
  func next(isInterrupted: () -> Bool) -> Input {
    while true {
      if let number = signals?.next() { return obey(number, wholeGroup: false) }
      guard !isInterrupted() else { return .interrupted }
      var waits = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals?.input ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&waits, nfds_t(waits.count), Self.lookEvery)
      guard ready >= 0 || errno == EINTR else { return .end }
      // A stop by SIGSTOP passes by every handler; it shows when the shell has put its own mode back.
      if hasEcho {
        setQuiet()
        continue
      }
      guard ready > 0, waits[0].revents != 0 else { continue }
      var byte: UInt8 = 0
      let count = read(descriptor, &byte, 1)
      if count == 1 { return .byte(byte) }
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      return .end
    }
  }

  /// Forgets what was typed since the last question.
  func dropTypedAhead() {
    if !isShared { tcflush(descriptor, TCIFLUSH) }
  }

  /// Lets the signals take their course that came while nobody asked.
  func settle() {
    while let number = signals?.next() { _ = obey(number, wholeGroup: false) }
  }

  /// Stops the program as Ctrl-Z does, and goes on when it is continued.
  func suspend() -> Input { obey(SIGTSTP, wholeGroup: true) }

  /// What a control character means on this terminal.
  func isControl(_ byte: UInt8, _ which: Int32) -> Bool {
    let characters = usualMode.c_cc
    return withUnsafeBytes(of: characters) { byte != 0 && $0[Int(which)] == byte }
  }

  private func obey(_ number: Int32, wholeGroup: Bool) -> Input {
    setUsual()
    signals?.restore()
    TerminalSignals.pass(number, wholeGroup: wholeGroup)
    guard number == SIGTSTP else { return .interrupted }
    signals?.takeOver()
    setQuiet()
    return .resumed
  }

  private var hasEcho: Bool {
    var mode = termios()
    return tcgetattr(descriptor, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Switches to the prompt's mode. What was typed before, for another question, is dropped.
  private func setQuiet() {
    var mode = quietMode
    tcsetattr(descriptor, isShared ? TCSADRAIN : TCSAFLUSH, &mode)
    watcher?.noteMode()
  }

  private func setUsual() {
    var mode = usualMode
    tcsetattr(descriptor, isShared ? TCSADRAIN : TCSAFLUSH, &mode)
  }
}
