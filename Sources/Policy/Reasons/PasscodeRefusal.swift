/// Why a passcode was not accepted, or was not even compared.
public enum PasscodeRefusal: Error, Sendable, Equatable {
  /// Compared and wrong; this many seconds have to pass before the next one.
  case wrong(delaySeconds: Double)
  /// Not compared: this much of a pause remains.
  case delayed(seconds: Double)
  /// Not compared: none is accepted any more.
  case exhausted
  /// There is no passcode.
  case notSet
  /// Nobody gave one.
  case notGiven
  /// It holds what cannot be in a passcode; not compared.
  case unusable(PasscodeFault)
  /// It has more bytes than any passcode.
  case tooLong(limit: Int)
  /// A new one with fewer characters than the rules ask for.
  case tooShort(minimum: Int)

  /// A short name for programs.
  public var name: String {
    switch self {
    case .wrong: "passcodeWrong"
    case .delayed: "passcodeDelayed"
    case .exhausted: "passcodeExhausted"
    case .notSet: "passcodeNotSet"
    case .notGiven: "passcodeNotGiven"
    case .unusable: "passcodeUnusable"
    case .tooLong: "passcodeTooLong"
    case .tooShort: "passcodeTooShort"
    }
  }

  /// One sentence for the person.
  public var sentence: String { clause.asSentence }

  /// What it is, as a clause that can stand behind a colon.
  public var clause: String {
    switch self {
    case .wrong(let delay):
      delay > 0
        ? "the passcode is wrong; the next one is accepted in \(Self.duration(delay))"
        : "the passcode is wrong"
    case .delayed(let seconds):
      "after too many wrong passcodes the next one is accepted in \(Self.duration(seconds))"
    case .exhausted:
      "after too many wrong passcodes none is accepted any more; remove the user and enrol again"
    case .notSet: "no passcode is set"
    case .notGiven: "no passcode was given"
    case .unusable(let fault): fault.clause
    case .tooLong(let limit): "a passcode has at most \(limit) bytes"
    case .tooShort(let minimum): "a passcode has at least \(minimum) characters"
    }
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return whole < 120 ? "\(whole) s" : "\((whole + 59) / 60) min"
  }
}
