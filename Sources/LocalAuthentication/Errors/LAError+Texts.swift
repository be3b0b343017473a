extension LAError.Code {
  /// The text that systems of the first years showed and that client code compares with; our
  /// `localizedDescription`. Codes for which no such text is known have the newer one.
  var longStandingText: String {
    switch self {
    case .authenticationFailed: "Application retry limit exceeded."
    case .userCancel: "Canceled by user."
    case .userFallback: "Fallback authentication mechanism selected."
    case .systemCancel: "UI canceled by system."
    case .passcodeNotSet: "Passcode not set."
    case .touchIDNotAvailable: "Biometry is not available on this device."
    case .touchIDNotEnrolled: "No identities are enrolled."
    case .touchIDLockout: "Biometry is locked out."
    case .notInteractive: "User interaction is required."
    case .appCancel, .invalidContext, .companionNotAvailable, .biometryNotPaired, .biometryDisconnected,
      .invalidDimensions:
      newerText
    }
  }

  /// The shorter text that newer systems show.
  var newerText: String {
    switch self {
    case .authenticationFailed, .invalidContext: "Authentication failure."
    case .userCancel, .userFallback, .systemCancel, .appCancel: "Authentication canceled."
    case .passcodeNotSet: "Passcode not set."
    case .touchIDNotAvailable: "Biometry is not available."
    case .touchIDNotEnrolled: "Biometry is not enrolled."
    case .touchIDLockout: "Biometry is locked out."
    case .companionNotAvailable: "No companion device is available."
    case .biometryNotPaired: "Biometry is not paired."
    case .biometryDisconnected: "Biometry is disconnected."
    case .invalidDimensions: "Invalid dimensions."
    case .notInteractive: "User interaction required."
    }
  }
}
