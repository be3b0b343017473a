import Store

/// Why somebody was not let in, with the codes of Apple's `LAError`.
public enum AuthenticationError: Int, Error, Sendable, Codable, CaseIterable, CustomStringConvertible {
  /// Neither the face nor the passcode was right.
  case authenticationFailed = -1
  /// The person cancelled.
  case userCancel = -2
  /// The person chose the app's own way in.
  case userFallback = -3
  /// Something other than person and app ended the evaluation, for example a newer one.
  case systemCancel = -4
  /// No passcode is set.
  case passcodeNotSet = -5
  /// Faces cannot be checked here: no source of frames, no model, or the store is out of order.
  case biometryNotAvailable = -6
  /// No face is enrolled.
  case biometryNotEnrolled = -7
  /// Too many failed matches; the passcode is needed.
  case biometryLockout = -8
  /// The app cancelled.
  case appCancel = -9
  /// The app uses a context that it had cancelled.
  case invalidContext = -10
  /// The evaluation would have to ask the person, and the app forbade that, or nobody can be asked here: there is no terminal.
  case notInteractive = -1004

  /// Apple's raw code.
  public var code: Int { rawValue }

  /// The name of the code in Apple's interface.
  public var name: String {
    switch self {
    case .authenticationFailed: "authenticationFailed"
    case .userCancel: "userCancel"
    case .userFallback: "userFallback"
    case .systemCancel: "systemCancel"
    case .passcodeNotSet: "passcodeNotSet"
    case .biometryNotAvailable: "biometryNotAvailable"
    case .biometryNotEnrolled: "biometryNotEnrolled"
    case .biometryLockout: "biometryLockout"
    case .appCancel: "appCancel"
    case .invalidContext: "invalidContext"
    case .notInteractive: "notInteractive"
    }
  }

  /// The text that Apple's systems showed for years as the localised description.
  public var longStandingText: String {
    switch self {
    case .authenticationFailed: "Application retry limit exceeded."
    case .userCancel: "Canceled by user."
    case .userFallback: "Fallback authentication mechanism selected."
    case .systemCancel: "UI canceled by system."
    case .passcodeNotSet: "Passcode not set."
    case .biometryNotAvailable: "Biometry is not available on this device."
    case .biometryNotEnrolled: "No identities are enrolled."
    case .biometryLockout: "Biometry is locked out."
    case .appCancel: "Canceled by application."
    case .invalidContext: "Context was invalidated."
    case .notInteractive: "User interaction is required."
    }
  }

  /// The shorter text of recent systems.
  public var recentText: String {
    switch self {
    case .authenticationFailed, .invalidContext: "Authentication failure."
    case .userCancel, .userFallback, .systemCancel, .appCancel: "Authentication canceled."
    case .passcodeNotSet: "Passcode not set."
    case .biometryNotAvailable: "Biometry is not available."
    case .biometryNotEnrolled: "Biometry is not enrolled."
    case .biometryLockout: "Biometry is locked out."
    case .notInteractive: "User interaction required."
    }
  }

  public var description: String { "\(name) (\(code)): \(longStandingText)" }
}
