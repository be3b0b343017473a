import Foundation
import Glibc

@testable import Facelatch
@testable import Policy
@testable import Store

/// A terminal with a program on it: the test sits where the person would.
final class Pseudoterminal {
  /// The person's end; -1 after `hangUp`.
  private var person: Int32 = -1
  /// The program's end, kept open so that its mode can be looked at when the program is gone.
  private let program: Int32
  private let reports: Int32
  let identifier: pid_t
  /// What came since the last text that was waited for.
  private var screen = ""

  /// `POSIX_SPAWN_SETSID`
  private static let ownSession: Int32 = 0x80

  /// Starts a program whose session has this terminal. Its standard output is not the terminal but the test's.
  init(_ path: String, _ arguments: [String]) throws {
    var (person, program): (Int32, Int32) = (-1, -1)
    guard openpty(&person, &program, nil, nil, nil) == 0, let name = ttyname(program) else {
      throw StoreError.cannotAccess(path: "pseudo-terminal", reason: systemMessage(errno))
    }
    var pipe: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pipe)
    for descriptor in [person, program] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let slave = String(cString: name)
    (self.person, self.program, reports) = (person, program, pipe[0])
    identifier = try TestProcess.spawn(path, arguments, flags: Self.ownSession) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    close(pipe[1])
  }

  deinit {
    kill(-identifier, SIGKILL)
    hangUp()
    close(program)
    close(reports)
  }

  /// Types.
  func type(_ text: String) { type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) {
    var count = 0
    while count < bytes.count {
      let start = count
      let written = bytes.withUnsafeBytes {
        write(person, $0.baseAddress.map { $0 + start }, bytes.count - start)
      }
      guard written > 0 else { return }
      count += written
    }
  }

  /// Reads the screen until it shows `text`, for ten seconds at most.
  func waitFor(_ text: String) -> Bool {
    for _ in 0..<1_000 {
      readScreen()
      if let range = screen.range(of: text) {
        screen.removeSubrange(screen.startIndex..<range.upperBound)
        return true
      }
      usleep(10_000)
    }
    return false
  }

  /// Everything that was ever on the screen.
  private(set) var everything = ""

  func readScreen() {
    var wait = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while poll(&wait, 1, 0) == 1, wait.revents & Int16(POLLIN) != 0 {
      let count = read(person, &chunk, chunk.count)
      guard count > 0 else { return }
      let text = String(decoding: chunk[0..<count], as: UTF8.self)
      screen += text
      everything += text
    }
  }

  /// The next line of the program's standard output; empty at its end.
  func report() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(reports, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Local modes of the terminal: echo and the like.
  var localModes: tcflag_t {
    var mode = termios()
    return tcgetattr(program, &mode) == 0 ? mode.c_lflag : 0
  }

  /// Switches echo and line editing on, as a shell does.
  func setEcho() {
    var mode = termios()
    guard tcgetattr(program, &mode) == 0 else { return }
    mode.c_lflag |= tcflag_t(ECHO | ICANON)
    tcsetattr(program, TCSANOW, &mode)
  }

  var hasEcho: Bool { localModes & tcflag_t(ECHO) != 0 }

  /// Waits up to ten seconds for the echo to be as told.
  func waitForEcho(_ wanted: Bool) -> Bool {
    for _ in 0..<1_000 {
      if hasEcho == wanted { return true }
      usleep(10_000)
    }
    return false
  }

  /// Closes the person's end, as a closed window does.
  func hangUp() {
    if person >= 0 { close(person) }
    person = -1
  }

  /// Waits for the program's end.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
