import Findings

/// Why the passcode is asked for although the face was meant to do.
public enum PasscodeReason: Sendable, Equatable {
  /// The person chose it.
  case chosen
  /// Faces cannot be checked here.
  case biometryNotAvailable
  /// No face is enrolled.
  case biometryNotEnrolled
  /// Nothing that is shown here can be worth as much as is asked for.
  case assuranceOutOfReach(highest: Assurance, least: Assurance)
  /// Too many failed matches.
  case lockedOut
  /// Too many tries showed the enrolled face and did not show that a living person is there.
  case undecidedTooOften
  /// The next match is allowed only after a pause.
  case waiting(seconds: Double)
  /// The machine was restarted since the passcode was last used.
  case restarted
  /// The clocks of the machine contradict each other, so that nobody can tell how much time has passed.
  case clocksDisagree
  /// Nobody was let in for too long.
  case notUsedFor(hours: Double)
  /// The passcode was not used for too long, and the face not lately.
  case passcodeNotUsedFor(hours: Double)
  /// No usable face came into view.
  case noUsableFace

  /// A short name for programs.
  public var name: String {
    switch self {
    case .chosen: "passcodeChosen"
    case .biometryNotAvailable: "biometryNotAvailable"
    case .biometryNotEnrolled: "biometryNotEnrolled"
    case .assuranceOutOfReach: "assuranceOutOfReach"
    case .lockedOut: "lockedOut"
    case .undecidedTooOften: "undecidedTooOften"
    case .waiting: "waiting"
    case .restarted: "restarted"
    case .clocksDisagree: "clocksDisagree"
    case .notUsedFor: "notUsedFor"
    case .passcodeNotUsedFor: "passcodeNotUsedFor"
    case .noUsableFace: "noUsableFace"
    }
  }

  /// One sentence for the person.
  public var sentence: String { clause.asSentence }

  /// What it is, as a clause that can stand behind a colon.
  public var clause: String {
    switch self {
    case .chosen: "the passcode was chosen"
    case .biometryNotAvailable: "faces cannot be checked here"
    case .biometryNotEnrolled: "no face is enrolled"
    case .assuranceOutOfReach(let highest, let least):
      "what is shown has the assurance \(highest.rawValue) at most, and \(least.rawValue) is asked for:"
        + " \(least.cure)"
    case .lockedOut: "the face is locked after too many failed attempts"
    case .undecidedTooOften:
      "the passcode is required after too many tries that did not show a living person"
    case .waiting(let seconds): "the face can be tried again in \(Int(seconds.rounded(.up))) s"
    case .restarted: "the passcode is required after a restart"
    case .clocksDisagree: "the passcode is required because a clock of the machine was set or shifted"
    case .notUsedFor(let hours): "the passcode is required after \(Int(hours)) hours without use"
    case .passcodeNotUsedFor(let hours): "the passcode is required once in \(Int(hours)) hours"
    case .noUsableFace: "no usable face came into view"
    }
  }
}

extension Assurance {
  /// What has to be shown to reach it.
  fileprivate var cure: String {
    switch self {
    case .nothing, .picture: "let the looks of pictures be judged"
    case .motion, .challenge: "show a camera or a recording, and no single picture"
    }
  }
}
