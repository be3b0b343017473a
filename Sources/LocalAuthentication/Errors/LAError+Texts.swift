import Facelatch

extension LAError.Code {
  /// The text of the first years, which client code compares with; our `localizedDescription`.
  var longStandingText: String {
    AuthenticationError(rawValue: rawValue)?.longStandingText ?? textOfAbsentHardware
  }

  /// The shorter text that recent systems show.
  var recentText: String {
    AuthenticationError(rawValue: rawValue)?.recentText ?? textOfAbsentHardware
  }

  /// The engine has no words for companions and accessories, which Linux lacks.
  private var textOfAbsentHardware: String {
    switch self {
    case .companionNotAvailable: "No companion device is available."
    case .biometryNotPaired: "No biometric accessory is paired."
    case .biometryDisconnected: "The biometric accessory is not connected."
    case .invalidDimensions: "The dimensions are invalid."
    default: "Authentication failure."
    }
  }
}
