import Findings
import Platform
import Policy
import Store

/// Asks on a terminal, without echo. Ctrl-C cancels, Ctrl-D on an empty line too.
public struct TerminalPrompt: PasscodePrompt {
  private let path: String
  private let held = HeldTerminal()

  /// Makes a prompt on a terminal.
  ///
  /// - Parameter path: The terminal; by default the one of the session, whatever standard input is.
  public init(path: String = "/dev/tty") {
    self.path = path
  }

  /// Whether the terminal is there.
  public var isAvailable: Bool {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return isatty(descriptor) == 1
  }

  /// Asks for a passcode. After an answer the terminal stays without echo until the next question or `finish`.
  public func passcode(_ request: PasscodeRequest) -> PasscodeAnswer {
    guard let terminal = held.take(path) else { return .unattended }
    for line in Self.introduction(request) { terminal.show(line + "\n") }
    let answer = PasscodeLine(terminal: terminal, label: Self.label(request)).read(
      isInterrupted: request.isInterrupted)
    if case .passcode = answer { held.keep(terminal) }
    return answer
  }

  public func finish() { held.release() }

  /// Asks for one line that is not shown, for secrets that are no passcode.
  ///
  /// - Parameter label: What stands before the cursor.
  /// - Returns: At most `PasscodeLimits.maximumByteCount` bytes.
  public func hiddenLine(label: String) -> PasscodeAnswer {
    guard let terminal = Terminal(path: path) else { return .unattended }
    return PasscodeLine(terminal: terminal, label: printable(label, limit: 200)).read(
      isInterrupted: { false })
  }

  public func advise(_ reason: LivenessReason, user: String) {
    Terminal(path: path)?.show(reason.request + "\n")
  }

  public func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision {
    guard let terminal = held.take(path) else { return .unattended }
    for line in Self.lines(failure) { terminal.show(line + "\n") }
    let question = Self.question(failure, options)
    terminal.show(question)
    while true {
      switch terminal.next(isInterrupted: failure.isInterrupted) {
      case .byte(let byte):
        guard let option = Self.option(byte, options, terminal) else {
          if terminal.isControl(byte, VSUSP) {
            terminal.show("\n")
            _ = terminal.suspend()
            terminal.show(question)
          }
          continue
        }
        terminal.show("\n")
        return .option(option)
      case .resumed: terminal.show(question)
      case .interrupted, .end:
        terminal.show("\n")
        return .systemCancelled
      }
    }
  }

  // MARK: - Words

  private static func introduction(_ request: PasscodeRequest) -> [String] {
    var lines: [String] = []
    if case .authentication(let reason) = request.purpose {
      if request.wrongAnswers > 0 {
        lines.append("The passcode was wrong.")
      } else {
        if let reason, reason != .chosen { lines.append(reason.sentence) }
        if !request.reason.isEmpty { lines.append(printable(request.reason, limit: 300)) }
      }
    }
    return lines
  }

  private static func label(_ request: PasscodeRequest) -> String {
    let user = printable(request.user, limit: 60)
    switch request.purpose {
    case .authentication: return "Passcode for \(user): "
    case .newPasscode: return "New passcode for \(user): "
    case .repeatedPasscode: return "The same again: "
    }
  }

  private static func lines(_ failure: FailureNotice) -> [String] {
    let headline =
      switch failure.cause {
      case .noMatch: "Face not recognised."
      case .notLive: "This looks like a picture of a face."
      case .noUsableFace: "No usable face came into view."
      case .livenessUndecided: "It is not certain that a living person is there."
      case .severalFaces: "More than one face is in view."
      }
    // The headline says it already.
    let details = failure.obstacles.filter { $0 != .blocked(.noUsableFace) }.prefix(3)
    return [headline] + details.map(\.description)
  }

  private static func question(_ failure: FailureNotice, _ options: [PromptOption]) -> String {
    options.map { option in
      switch option {
      case .retry: "[r] Try again"
      case .fallback: "[p] \(printable(failure.fallbackTitle, limit: 60))"
      case .cancel: "[c] \(printable(failure.cancelTitle, limit: 60))"
      }
    }.joined(separator: "   ") + ": "
  }

  /// The option of a key; Enter takes the first one.
  private static func option(_ byte: UInt8, _ options: [PromptOption], _ terminal: Terminal) -> PromptOption?
  {
    if terminal.isControl(byte, VINTR) || terminal.isControl(byte, VQUIT) || terminal.isControl(byte, VEOF) {
      return .cancel
    }
    let wanted: PromptOption? =
      switch byte {
      case UInt8(ascii: "\n"): options.first
      case UInt8(ascii: "r"), UInt8(ascii: "R"): .retry
      case UInt8(ascii: "p"), UInt8(ascii: "P"): .fallback
      case UInt8(ascii: "c"), UInt8(ascii: "C"): .cancel
      default: nil
      }
    return wanted.flatMap { options.contains($0) ? $0 : nil }
  }
}
