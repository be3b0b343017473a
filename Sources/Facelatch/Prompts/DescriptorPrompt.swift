import Platform
import Policy
import Store

/// A prompt for scripts: each passcode is one line of an open descriptor, nobody is there to choose. Where that is a terminal, it
/// does not show what is typed.
public struct DescriptorPrompt: PasscodePrompt {
  private let descriptor: Int32
  private let held = HeldTerminal()

  /// Takes lines from a descriptor that stays open and stays the caller's.
  ///
  /// - Returns: `nil` when the descriptor is not open for reading.
  public init?(descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY else { return nil }
    self.descriptor = descriptor
  }

  /// A script does not mistype.
  public var repeatsNewPasscode: Bool { false }

  public func passcode(_ request: PasscodeRequest) -> PasscodeAnswer {
    // Through the descriptor, since the terminal need not have a name here.
    if isatty(descriptor) == 1, let terminal = held.take("/proc/self/fd/\(descriptor)", isShared: true) {
      let answer = PasscodeLine(terminal: terminal, label: "").read(isInterrupted: request.isInterrupted)
      if case .passcode = answer { held.keep(terminal) }
      return answer
    }
    return lineOfFile(request)
  }

  public func finish() { held.release() }

  private func lineOfFile(_ request: PasscodeRequest) -> PasscodeAnswer {
    var line: [UInt8] = []
    // All at once, so that growing leaves no copies of the passcode behind.
    line.reserveCapacity(PasscodeLimits.maximumByteCount + 1)
    var isTooLong = false
    while true {
      switch nextByte(request) {
      case .failure(let answer):
        guard case .unattended = answer, !line.isEmpty, !isTooLong else {
          Sodium.wipe(&line)
          return isTooLong ? tooLong : answer
        }
        return .passcode(line)
      case .success(UInt8(ascii: "\n")):
        guard !isTooLong else { return tooLong }
        return .passcode(line)
      case .success(let byte):
        guard line.count < PasscodeLimits.maximumByteCount, !isTooLong else {
          Sodium.wipe(&line)
          isTooLong = true
          continue
        }
        line.append(byte)
      }
    }
  }

  public func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision { .unattended }

  private var tooLong: PasscodeAnswer {
    .refused(.tooLong(limit: PasscodeLimits.maximumByteCount))
  }

  private enum NextByte {
    case success(UInt8)
    case failure(PasscodeAnswer)
  }

  /// The next byte. One at a time: what follows the line belongs to the next question or to somebody else.
  private func nextByte(_ request: PasscodeRequest) -> NextByte {
    while true {
      guard !request.isInterrupted() else { return .failure(.systemCancelled) }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, 100)
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      var byte: UInt8 = 0
      let count = read(descriptor, &byte, 1)
      if count == 1 { return .success(byte) }
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      return .failure(.unattended)
    }
  }
}
