import Foundation
import Glibc

/// A program that believes to run on a terminal, and the test as the person in front of it.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  // TIOCSPTLCK and TIOCGPTN, which the C library's module does not show.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let master: Int32
  private let process: pid_t
  private var unread = ""
  /// All that was shown.
  private(set) var screen = ""

  /// Starts a program that lies beside the test program.
  init(_ name: String, _ arguments: [String] = [], environment: [String: String]) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    guard master >= 0, ioctl(master, Self.setLock, &lock) == 0, ioctl(master, Self.getNumber, &number) == 0
    else {
      throw Failure(description: "no pseudo-terminal")
    }
    let slave = "/dev/pts/\(number)"
    process = try Self.spawn(name, arguments, environment, terminal: slave)
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    close(master)
  }

  /// Waits until a text is shown that was not waited for before.
  func sees(_ text: String, within seconds: Double = 60) throws {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      if let range = unread.range(of: text) {
        unread.removeSubrange(..<range.upperBound)
        return
      }
      guard Date() < deadline, receive() else {
        throw Failure(description: "\"\(text)\" was not shown, but:\n\(screen)")
      }
    }
  }

  func types(_ line: String) {
    send(line + "\n")
  }

  func presses(_ key: String) {
    send(key)
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: its exit status; 128 and more after a signal.
  func exitStatus() -> Int32 {
    while receive() {}
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Takes what is shown next.
  ///
  /// - Returns: false when nobody shows anything any more.
  private func receive() -> Bool {
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 60_000) == 1 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    unread += text
    screen += text
    return true
  }

  private static func spawn(
    _ name: String, _ arguments: [String], _ environment: [String: String], terminal: String
  ) throws -> pid_t {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      throw Failure(description: "the test program does not know its place")
    }
    let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes the session's own.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let ownSession: Int32 = 0x80
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(ownSession | POSIX_SPAWN_SETSIGMASK))

    var values = ProcessInfo.processInfo.environment
    values.merge(environment) { $1 }
    let texts = ([path] + arguments).map { (text: String) in strdup(text) }
    let variables = values.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in texts + variables { free(text) } }
    var process = pid_t()
    let status = posix_spawn(&process, path, &actions, &attributes, texts + [nil], variables + [nil])
    guard status == 0 else { throw Failure(description: "\(path) cannot be started") }
    return process
  }
}
