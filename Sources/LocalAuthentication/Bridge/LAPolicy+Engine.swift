import Facelatch

extension LAPolicy {
  /// What the engine evaluates for this policy; `nil` where it would take a companion device, which Linux
  /// lacks.
  var enginePolicy: Policy? {
    switch self {
    case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion:
      .biometrics
    case .deviceOwnerAuthentication: .deviceOwner
    case .deviceOwnerAuthenticationWithCompanion, .deviceOwnerAuthenticationWithWristDetection: nil
    }
  }
}
