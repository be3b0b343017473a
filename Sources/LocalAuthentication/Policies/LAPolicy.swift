/// What a person has to do to be authenticated.
public enum LAPolicy: Int, Sendable {
  /// The face only. Its fallback button ends the evaluation with ``LAError/Code/userFallback``: the app asks
  /// for its own password.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// The face first, where it is usable, else the passcode.
  case deviceOwnerAuthentication = 2
  /// A companion device only. Linux has none: evaluating fails with ``LAError/Code/companionNotAvailable``.
  case deviceOwnerAuthenticationWithCompanion = 3
  /// The face or a companion device. Linux has none of the latter, so this is the face only.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4
  /// A watch on the wrist of its owner. Linux has none: evaluating fails with
  /// ``LAError/Code/companionNotAvailable``.
  case deviceOwnerAuthenticationWithWristDetection = 5

  /// The former name of ``deviceOwnerAuthenticationWithCompanion``.
  public static var deviceOwnerAuthenticationWithWatch: LAPolicy { .deviceOwnerAuthenticationWithCompanion }

  /// The former name of ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
  public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
    .deviceOwnerAuthenticationWithBiometricsOrCompanion
  }
}
