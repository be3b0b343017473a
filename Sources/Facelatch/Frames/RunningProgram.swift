import Policy
import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program whose standard output is read; it is ended, with all it started, when nobody reads any more.
final class RunningProgram {
  private static let socketType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  private let process: pid_t
  /// What the program writes, to be read; it is closed with the program.
  let output: Int32

  /// Starts a program.
  ///
  /// - Returns: nil when it cannot be started.
  init?(_ command: [String]) {
    guard let name = command.first else { return nil }
    var ends: [Int32] = [-1, -1]
    // Both ends of a pair read and write, but nobody else inherits them, which `pipe` cannot promise.
    guard socketpair(AF_UNIX, Self.socketType, 0, &ends) == 0 else { return nil }
    guard let process = Self.spawn(name, command, output: ends[1]) else {
      close(ends[0])
      close(ends[1])
      return nil
    }
    close(ends[1])
    self.process = process
    output = ends[0]
  }

  deinit {
    close(output)
    // Most programs end by the closed pipe; one that waits for its camera does not notice it.
    kill(-process, SIGTERM)
    for _ in 0..<50 where !hasEnded { usleep(10_000) }
    // What it has started and left behind ends with it. Its number is still taken, for nobody has asked for
    // its end.
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }

  private var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information._sifields._sigchld.si_pid == process
  }

  private static func spawn(_ name: String, _ command: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    // Its own group: Ctrl-C at the prompt is the person's answer, not the end of the camera. And no signals
    // blocked, which the threads of this program may have done.
    posix_spawnattr_setpgroup(&attributes, 0)
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

    let arguments = command.map { (text: String) in strdup(text) }
    defer { for text in arguments { free(text) } }
    var process = pid_t()
    let status = posix_spawnp(&process, name, &actions, &attributes, arguments + [nil], environ)
    return status == 0 ? process : nil
  }
}
