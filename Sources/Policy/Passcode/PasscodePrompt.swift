import Store

/// Why the passcode is asked for although the face was meant to do.
public enum PasscodeReason: Sendable, Equatable {
  /// The person chose it.
  case chosen
  /// Faces cannot be checked here.
  case biometryNotAvailable
  /// No face is enrolled.
  case biometryNotEnrolled
  /// Too many failed matches.
  case lockedOut
  /// The next match is allowed only after a pause.
  case waiting(seconds: Double)
  /// The machine was restarted since the passcode was last used.
  case restarted
  /// Nobody was let in for too long.
  case notUsedFor(hours: Double)
  /// The passcode was not used for too long, and the face not lately.
  case passcodeNotUsedFor(hours: Double)
  /// No usable face came into view.
  case noUsableFace

  /// One sentence for the person.
  public var sentence: String {
    switch self {
    case .chosen: "The passcode was chosen."
    case .biometryNotAvailable: "Faces cannot be checked here."
    case .biometryNotEnrolled: "No face is enrolled."
    case .lockedOut: "The face is locked after too many failed attempts."
    case .waiting(let seconds): "The face can be tried again in \(Int(seconds.rounded(.up))) s."
    case .restarted: "The passcode is required after a restart."
    case .notUsedFor(let hours): "The passcode is required after \(Int(hours)) hours without use."
    case .passcodeNotUsedFor(let hours): "The passcode is required once in \(Int(hours)) hours."
    case .noUsableFace: "No usable face came into view."
    }
  }
}

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
  /// What the app calls the way out; nothing for the usual word.
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
  case refused(reason: String)
}

extension PasscodeAnswer {
  /// Hands the bytes over and forgets them, so that nobody else holds what the taker wipes.
  ///
  /// - Returns: Nothing where no passcode was given.
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

/// What happened, and what there is to say about it.
public struct FailureNotice: Sendable {
  public enum Cause: Sendable, Equatable {
    /// A face was compared and was not the enrolled one.
    case noMatch
    /// The face was judged to be a picture or a mask.
    case notLive
    /// No frame showed a face that could be compared.
    case noUsableFace
    /// It could not be told whether a living person is there.
    case livenessUndecided
    /// More than one person was in view.
    case severalFaces
  }

  public var user: String
  public var cause: Cause
  /// Details, one sentence each.
  public var reasons: [String]
  /// The app's words for the person.
  public var reason: String
  /// Matches that remain before biometry locks.
  public var attemptsLeft: Int
  /// Titles of the choices.
  public var fallbackTitle: String
  public var cancelTitle: String
  /// See `PasscodeRequest.isInterrupted`.
  public var isInterrupted: @Sendable () -> Bool
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

  /// Says what the person can do while a face is looked at. Nobody answers.
  func advise(_ sentence: String, user: String)

  /// Says what failed and asks how to go on.
  ///
  /// - Returns: One of `options`, or why none was chosen.
  func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision
}

extension PasscodePrompt {
  public var repeatsNewPasscode: Bool { true }

  public func advise(_ sentence: String, user: String) {}
}

/// The length of passcodes.
public enum PasscodeLimits {
  /// Most bytes that any prompt takes; more is refused before it is compared.
  public static let maximumByteCount = 1_024
}
