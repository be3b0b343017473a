import Platform
import Policy
import Store
import Synchronization

/// Turns signals into bytes of a socket while a prompt is open, so that the terminal can be put in order before the
/// signal takes its course.
final class TerminalSignals {
  /// Signals that end or stop a program from outside. Those from the keyboard do not occur: the prompt reads keys
  /// itself.
  private static let numbers = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP]

  /// Where the handlers write: a handler can reach nothing but what is global. -1 while no prompt is open.
  private static let output = Atomic<Int32>(-1)

  /// The value of `SIG_IGN`: a number in place of a function, which Swift cannot compare otherwise.
  private static let ignored = 1

  /// Readable when a signal has come; one byte for each, its number.
  let input: Int32

  private let writingEnd: Int32
  private let former: [sigaction]

  /// Takes the signals over.
  ///
  /// - Returns: `nil` when another prompt of this process has them; that one looks after the terminal then.
  init?() {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    let isFree = Self.output.compareExchange(
      expected: -1, desired: ends[1], ordering: .sequentiallyConsistent
    ).exchanged
    guard isFree else {
      close(ends[0])
      close(ends[1])
      return nil
    }
    (input, writingEnd) = (ends[0], ends[1])
    former = Self.numbers.map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return action
    }
    takeOver()
  }

  deinit {
    restore()
    TerminalSignals.output.store(-1, ordering: .sequentiallyConsistent)
    close(input)
    close(writingEnd)
  }

  /// The number of a signal that has come, or `nil`.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(input, &byte, 1) == 1 ? Int32(byte) : nil
  }

  /// Has the signals write into the socket, but for those that the program was told to ignore.
  func takeOver() {
    for (number, old) in zip(Self.numbers, former) {
      guard unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) != Self.ignored else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(TerminalSignals.output.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = saved
      }
      sigemptyset(&action.sa_mask)
      sigaction(number, &action, nil)
    }
  }

  /// Gives the signals back to whoever had them before.
  func restore() {
    for (number, action) in zip(Self.numbers, former) {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// Sends a signal the way it would have gone without the prompt, and waits until it has taken its course.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - wholeGroup: Whether the whole job gets it, as from the keyboard.
  static func pass(_ number: Int32, wholeGroup: Bool) {
    var set = sigset_t()
    var former = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, &former)
    kill(wholeGroup ? 0 : getpid(), number)
    // Another thread may have been picked to carry it out; give it the time.
    usleep(20_000)
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}
