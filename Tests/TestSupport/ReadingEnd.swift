import Glibc

/// The end of a pipe, socket or terminal from which a test reads, never for longer than a deadline.
final class ReadingEnd {
  private let descriptor: Int32
  private var unread: [UInt8] = []
  private var hasEnded = false

  /// - Parameter descriptor: It is closed with this value.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Both ends of a way for bytes that no other child process inherits: a socket can be made that way in one step.
  static func pair() throws(SystemFailure) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw SystemFailure("socketpair", code: errno)
    }
    return (ends[0], ends[1])
  }

  /// Takes what is there within the given time.
  ///
  /// - Returns: false when nothing was.
  func receive(withinMilliseconds milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard !hasEnded, poll(&wait, 1, milliseconds) == 1 else { return false }
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { return true }
    hasEnded = count <= 0
    unread += chunk[..<max(0, count)]
    return count > 0
  }

  /// All that has come and was not taken.
  func take() -> [UInt8] {
    defer { unread = [] }
    return unread
  }

  /// The next line without its end, or what comes before the end of all; empty after it.
  func line(within duration: Duration) throws -> String {
    let deadline = Deadline(after: duration)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      if hasEnded { return String(decoding: take(), as: UTF8.self) }
      if deadline.hasStruck { throw deadline.struck(waitingFor: "a line") }
      _ = receive(withinMilliseconds: deadline.milliseconds)
    }
  }

  /// Everything to the end.
  func rest(within duration: Duration) throws -> [UInt8] {
    let deadline = Deadline(after: duration)
    while !hasEnded {
      if deadline.hasStruck { throw deadline.struck(waitingFor: "the end of the output") }
      _ = receive(withinMilliseconds: deadline.milliseconds)
    }
    return take()
  }
}
