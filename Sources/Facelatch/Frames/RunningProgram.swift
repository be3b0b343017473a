import Platform

/// A program whose standard output is read; it is ended, with all it started, when nobody reads any more, and also when
/// this process is killed.
final class RunningProgram {
  private static let socketType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  private let process: pid_t
  /// `nil` where there is no shell; the program ends by its closed output then, if it writes.
  private let watcher: Watcher?

  /// Ends the group of the program, which may wait for its camera and never see that nobody reads.
  private static let script = """
    read -r word && exit 0
    kill -TERM "-$1"
    sleep 1
    kill -KILL "-$1"
    """

  /// What the program writes, to be read; it is closed with the program.
  let output: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - file: Where it lies.
  ///   - command: What it is called, and its arguments.
  /// - Returns: `nil` when it cannot be started.
  init?(_ file: Path, _ command: [String]) {
    var ends: [Int32] = [-1, -1]
    // Both ends of a pair read and write, but nobody else inherits them, which `pipe` cannot promise.
    guard socketpair(AF_UNIX, Self.socketType, 0, &ends) == 0 else { return nil }
    // Its own group: Ctrl-C at the prompt is the person's answer, not the end of the camera.
    let process = Spawn.start(
      file, arguments: command, descriptors: [.null, .copy(ends[1]), .null], separation: .group)
    guard let process else {
      close(ends[0])
      close(ends[1])
      return nil
    }
    close(ends[1])
    self.process = process
    output = ends[0]
    watcher = Watcher(Self.script, arguments: ["\(process)"])
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
}
