import Glibc

/// A process that a test started. It is killed and reaped when nobody holds it any more.
package final class ChildProcess {
  package enum Ending: Equatable, Sendable {
    case exit(code: Int32)
    case signal(Int32)

    fileprivate init(status: Int32) {
      self = status & 0x7F == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
  }

  package let identifier: pid_t
  private let leadsSession: Bool
  private var known: Ending?

  init(_ identifier: pid_t, leadsSession: Bool) {
    self.identifier = identifier
    self.leadsSession = leadsSession
  }

  deinit {
    guard ending == nil else { return }
    kill(leadsSession ? -identifier : identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// How it ended; `nil` while it runs.
  package var ending: Ending? {
    if known == nil {
      var status: Int32 = 0
      if waitpid(identifier, &status, WNOHANG) == identifier { known = Ending(status: status) }
    }
    return known
  }

  package func send(_ signal: Int32) {
    if ending == nil { kill(identifier, signal) }
  }

  /// Waits for its end.
  @discardableResult
  package func wait(within duration: Duration = usualPatience) throws -> Ending {
    var ending: Ending?
    try waitUntil("the end of process \(identifier)", within: duration) {
      ending = self.ending
      return ending != nil
    }
    guard let ending else { throw SystemFailure("process \(identifier)", code: ECHILD) }
    return ending
  }
}
