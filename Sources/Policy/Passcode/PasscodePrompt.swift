import Findings

/// One question for a passcode.
public struct PasscodeRequest: Sendable {
  /// What the passcode is for.
  public enum Purpose: Sendable, Equatable {
    /// To be let in, or to allow an enrolment or a removal.
    case authentication(PasscodeReason?)
    /// To become the new passcode.
    case newPasscode
    /// The new passcode once more.
    case repeatedPasscode
  }

  public var user: String
  public var purpose: Purpose
  /// The app's words for the person; may be empty.
  public var reason: String
  /// Passcodes that were wrong in this evaluation so far.
  public var wrongAnswers: Int
  /// What the app calls the way out; `nil` for the usual word.
  public var cancelTitle: String?
  /// Tells whether the evaluation was ended from outside; to be asked a few times per second while waiting.
  public var isInterrupted: @Sendable () -> Bool

  public init(
    user: String, purpose: Purpose, reason: String = "", wrongAnswers: Int = 0, cancelTitle: String? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.user = user
    self.purpose = purpose
    self.reason = reason
    self.wrongAnswers = wrongAnswers
    self.cancelTitle = cancelTitle
    self.isInterrupted = isInterrupted
  }
}

/// What came back for a passcode request.
public enum PasscodeAnswer: Sendable, Equatable {
  /// The bytes that were typed, UTF-8. Whoever takes them wipes them.
  case passcode([UInt8])
  /// The person gave up.
  case cancelled
  /// The terminal went away, or the evaluation was ended from outside.
  case systemCancelled
  /// The person wants the app's own way in.
  case useFallback
  /// Nobody is there to answer.
  case unattended
  /// What was given cannot be a passcode; it was not compared.
  case refused(PasscodeRefusal)
}

extension PasscodeAnswer {
  /// Hands the bytes over and forgets them, so that nobody else holds what the taker wipes.
  ///
  /// - Returns: `nil` where no passcode was given.
  mutating func take() -> [UInt8]? {
    guard case .passcode(let bytes) = self else { return nil }
    self = .unattended
    return bytes
  }
}

/// What a person can do after a failure.
public enum PromptOption: Sendable, Equatable {
  /// Show the face again.
  case retry
  /// Another way in: the passcode, or the app's own.
  case fallback
  case cancel
}

/// What came back for a choice.
public enum PromptDecision: Sendable, Equatable {
  case option(PromptOption)
  /// The terminal went away, or the evaluation was ended from outside.
  case systemCancelled
  /// Nobody is there to choose.
  case unattended
}

/// Asks a person. Implementations exist for terminals, descriptors and closures.
public protocol PasscodePrompt: Sendable {
  /// Whether a new passcode is asked for twice, because typing errors do not show.
  var repeatsNewPasscode: Bool { get }

  /// Asks for a passcode.
  func passcode(_ request: PasscodeRequest) -> PasscodeAnswer

  /// Says that no question follows for now: a terminal shows again what is typed, which it does not while an answer is compared.
  func finish()

  /// Says what is still missing while a face is looked at, and so what the person can do. Nobody answers.
  func advise(_ reason: LivenessReason, user: String)

  /// Says what failed and asks how to go on.
  ///
  /// - Returns: One of `options`, or why none was chosen.
  func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision
}

extension PasscodePrompt {
  public var repeatsNewPasscode: Bool { true }

  public func finish() {}

  public func advise(_ reason: LivenessReason, user: String) {}
}
