import Glibc

/// A program that believes to run on a terminal, and the test as the person in front of it.
package final class PseudoTerminal {
  /// Where the program's standard output goes; its standard input and error are the terminal.
  package enum StandardOutput: Sendable {
    case terminal
    /// To the test, which asks for it with `report`.
    case report
  }

  /// A text that was not shown.
  package struct NotShown: Error, CustomStringConvertible {
    package let description: String
  }

  /// The person's end; `nil` after `hangUp`.
  private var person: Int32?
  private var shown: ReadingEnd?
  /// The program's end, kept open so that its mode can be looked at when the program is gone.
  private let programEnd: Int32
  private let reports: ReadingEnd?
  private let process: ChildProcess
  private var received: [UInt8] = []
  /// How many bytes of `received` end with the last text that was waited for.
  private var seenCount = 0

  // `TIOCSPTLCK` and `TIOCGPTN`, which the C library's module does not show.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// - Parameter launch: It gets a session of its own; its descriptors 0, 1 and 2 are set here.
  package init(_ launch: Launch, standardOutput: StandardOutput = .terminal) throws(SystemFailure) {
    // Opened so that no other child process inherits an end, not even for a moment as with `openpty`.
    let person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard person >= 0 else { throw SystemFailure("/dev/ptmx", code: errno) }
    self.person = person
    shown = ReadingEnd(person)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard ioctl(person, Self.setLock, &lock) == 0, ioctl(person, Self.getNumber, &number) == 0 else {
      throw SystemFailure("/dev/ptmx", code: errno)
    }
    let terminal = "/dev/pts/\(number)"
    programEnd = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard programEnd >= 0 else { throw SystemFailure(terminal, code: errno) }
    var launch = launch
    launch.hasOwnSession = true
    launch.descriptors += [(0, .terminal(terminal)), (2, .copy(of: 0))]
    switch standardOutput {
    case .terminal:
      reports = nil
      launch.descriptors.append((1, .copy(of: 0)))
      process = try launch.start()
    case .report:
      let (reading, writing) = try ReadingEnd.pair()
      defer { close(writing) }
      reports = ReadingEnd(reading)
      launch.descriptors.append((1, .copy(of: writing)))
      process = try launch.start()
    }
  }

  deinit { close(programEnd) }

  package var identifier: pid_t { process.identifier }

  package func send(_ signal: Int32) { process.send(signal) }

  // MARK: The person

  package func types(_ line: String) { presses(line + "\n") }

  package func presses(_ keys: String) {
    guard let person else { return }
    let bytes = Array(keys.utf8)
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      start += written
    }
  }

  /// Closes the person's end, as a closed window does.
  package func hangUp() {
    readScreen()
    shown = nil
    person = nil
  }

  // MARK: The screen

  /// All that was shown and read so far.
  package var screen: String { String(decoding: received, as: UTF8.self) }

  /// Waits until a text is shown that was not waited for before.
  ///
  /// - Throws: `NotShown` when the deadline strikes or the program ends before.
  package func sees(_ text: String, within duration: Duration = usualPatience) throws(NotShown) {
    let deadline = Deadline(after: duration)
    while true {
      // Asked before the screen is read, so that nothing that it wrote is missed.
      let hasEnded = process.ending != nil
      readScreen()
      let unseen = String(decoding: received[seenCount...], as: UTF8.self)
      if let range = unseen.firstRange(of: text) {
        seenCount += unseen[..<range.upperBound].utf8.count
        return
      }
      if hasEnded || deadline.hasStruck {
        throw NotShown(
          description: "\"\(text)\" was not shown \(hasEnded ? "to the end" : "in time"), but:\n\(screen)")
      }
      readScreen(withinMilliseconds: 10)
    }
  }

  /// Takes what is shown and was not read yet.
  package func readScreen() { readScreen(withinMilliseconds: 0) }

  private func readScreen(withinMilliseconds milliseconds: Int32) {
    guard let shown else { return }
    var patience = milliseconds
    while shown.receive(withinMilliseconds: patience) { patience = 0 }
    received += shown.take()
  }

  // MARK: The program

  /// The next line of the program's standard output; empty at its end, and where that is the terminal.
  package func report(within duration: Duration = usualPatience) throws -> String {
    try reports?.line(within: duration) ?? ""
  }

  /// Waits for the end of the program, and reads what it shows until then.
  ///
  /// - Returns: its exit status; 128 and more after a signal.
  package func exitStatus(within duration: Duration = usualPatience) throws -> Int32 {
    let deadline = Deadline(after: duration)
    while process.ending == nil {
      if deadline.hasStruck { throw deadline.struck(waitingFor: "the end of the program, after:\n\(screen)") }
      if shown == nil { usleep(2_000) } else { readScreen(withinMilliseconds: 2) }
    }
    readScreen()
    switch try process.wait() {
    case .exit(let code): return code
    case .signal(let signal): return 128 + signal
    }
  }

  // MARK: The mode

  /// Local modes of the terminal: echo and the like.
  package var localModes: tcflag_t {
    var mode = termios()
    return tcgetattr(programEnd, &mode) == 0 ? mode.c_lflag : 0
  }

  package var hasEcho: Bool { localModes & tcflag_t(ECHO) != 0 }

  /// Switches echo and line editing on, as a shell does.
  package func setEcho() {
    var mode = termios()
    guard tcgetattr(programEnd, &mode) == 0 else { return }
    mode.c_lflag |= tcflag_t(ECHO | ICANON)
    tcsetattr(programEnd, TCSANOW, &mode)
  }

  /// Waits for the echo to be on or off.
  package func waitForEcho(_ wanted: Bool, within duration: Duration = usualPatience) throws {
    try waitUntil("echo \(wanted ? "on" : "off")", within: duration) { hasEcho == wanted }
  }
}
