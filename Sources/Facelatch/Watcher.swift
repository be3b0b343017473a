import Platform

/// A tiny process that puts something in order should this one be killed.
///
/// Nothing inside a program survives `kill -9`. The watcher is a shell that waits on a socket, its standard input: `done` on
/// it means that all is well, its end without that word means that the program is gone. It runs in a session of its own, so
/// that signals to the job do not reach it.
final class Watcher {
  private let socket: Int32
  private let process: pid_t

  private static let socketType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  /// Starts one.
  ///
  /// - Parameters:
  ///   - script: What the shell runs. It reads words from its standard input and ends at `done`.
  ///   - arguments: What the script finds as `$1` and so on.
  ///   - descriptor: What it finds under the number 3.
  /// - Returns: `nil` where there is no shell.
  init?(_ script: String, arguments: [String] = [], descriptor: Int32? = nil) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.socketType, 0, &ends) == 0 else { return nil }
    // High numbers, so that none of them is among the ones that the child's descriptors get.
    let child = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    close(ends[1])
    let process =
      child < 0
      ? nil
      : Spawn.start(
        "/bin/sh", arguments: ["sh", "-c", script, "sh"] + arguments, environment: ["PATH=/usr/bin:/bin"],
        descriptors: [.copy(child), .copy(child), .null] + (descriptor.map { [.copy($0)] } ?? []),
        separation: .session)
    guard let process else {
      close(ends[0])
      if child >= 0 { close(child) }
      return nil
    }
    close(child)
    self.process = process
    socket = ends[0]
  }

  deinit {
    tell("done\n")
    close(socket)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }

  func tell(_ text: String) {
    // Without this flag a watcher that is gone would end this program by a signal.
    _ = Array(text.utf8).withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Waits a moment for a word from the script.
  func isReady() -> Bool {
    var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&wait, 1, 1_000)
      if count < 0 && errno == EINTR { continue }
      var byte: UInt8 = 0
      return count == 1 && recv(socket, &byte, 1, 0) == 1
    }
  }
}
