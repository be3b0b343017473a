import Platform

/// A tiny process that puts the terminal in order should this one be killed in the middle of a prompt.
///
/// Nothing inside a program survives `kill -9`. The watcher is a shell that waits on a socket: a word on it means that
/// all is well, its end means that the program is gone. It runs in a session of its own, so that signals to the job do
/// not reach it, and it changes the terminal only when nobody else has done so since.
final class TerminalWatcher {
  private let socket: Int32
  private let process: pid_t

  private static let socketType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  private static let script = """
    saved=$(stty -g <&3) || exit 1
    echo ready
    quiet=
    while read -r word; do
      case $word in
        quiet) quiet=$(stty -g <&3) ;;
        done) exit 0 ;;
      esac
    done
    if [ -z "$quiet" ] || [ "$(stty -g <&3)" = "$quiet" ]; then stty "$saved" <&3; fi
    """

  /// Starts the watcher while the terminal is still in its usual mode.
  ///
  /// - Returns: `nil` where there is no shell or no `stty`; the prompt works without, unprotected against a kill.
  init?(terminal: Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.socketType, 0, &ends) == 0 else {
      return nil
    }
    // High numbers, so that none of them is among the ones that the child's descriptors get.
    let child = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    close(ends[1])
    let process =
      child < 0
      ? nil
      : Spawn.start(
        "/bin/sh", arguments: ["sh", "-c", Self.script], environment: ["PATH=/usr/bin:/bin"],
        descriptors: [.copy(child), .copy(child), .null, .copy(terminal)], separation: .session)
    guard let process else {
      close(ends[0])
      if child >= 0 { close(child) }
      return nil
    }
    close(child)
    self.process = process
    socket = ends[0]
    guard Self.isReady(socket) else { return nil }
  }

  deinit {
    tell("done\n")
    close(socket)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }

  /// Tells the watcher that the terminal now has the prompt's mode.
  func noteMode() {
    tell("quiet\n")
  }

  private func tell(_ text: String) {
    // Without this flag a watcher that is gone would end this program by a signal.
    _ = Array(text.utf8).withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Waits a moment for the word that the usual mode has been noted.
  private static func isReady(_ socket: Int32) -> Bool {
    var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&wait, 1, 1_000)
      if count < 0 && errno == EINTR { continue }
      var byte: UInt8 = 0
      return count == 1 && recv(socket, &byte, 1, 0) == 1
    }
  }
}
