public import Foundation

/// What it takes to authorise a right.
public final class LAAuthenticationRequirement: NSObject, Sendable {
  /// The few requirements there are; the raw values are kept in stores and must not change.
  enum Kind: String, Sendable {
    case ownerByAnyMeans = "default"
    case biometry = "biometry"
    case biometryOfCurrentEnrolment = "biometry-current-set"
    case biometryOrPasscode = "biometry-or-passcode"

    /// The policy that authorises.
    var policy: LAPolicy {
      switch self {
      case .ownerByAnyMeans, .biometryOrPasscode: .deviceOwnerAuthentication
      case .biometry, .biometryOfCurrentEnrolment: .deviceOwnerAuthenticationWithBiometrics
      }
    }
  }

  let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
    super.init()
  }

  /// The face or the passcode.
  public class var `default`: LAAuthenticationRequirement { LAAuthenticationRequirement(.ownerByAnyMeans) }

  /// The face only.
  public class var biometry: LAAuthenticationRequirement { LAAuthenticationRequirement(.biometry) }

  /// The face only, and only as long as the enrolment is the one that the right was made with.
  public class var biometryCurrentSet: LAAuthenticationRequirement {
    LAAuthenticationRequirement(.biometryOfCurrentEnrolment)
  }

  /// The face, or something else where the face does not do.
  ///
  /// - Parameter fallback: the something else; both values there are stand for the passcode.
  public class func biometry(fallback: LABiometryFallbackRequirement) -> LAAuthenticationRequirement {
    LAAuthenticationRequirement(.biometryOrPasscode)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? LAAuthenticationRequirement)?.kind == kind
  }

  public override var hash: Int { kind.hashValue }
}

/// What is asked for where biometry does not do.
public final class LABiometryFallbackRequirement: NSObject, Sendable {
  /// What the system offers: the passcode.
  public class var `default`: LABiometryFallbackRequirement { LABiometryFallbackRequirement() }

  /// The passcode.
  public class var devicePasscode: LABiometryFallbackRequirement { LABiometryFallbackRequirement() }

  override init() {
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool { object is LABiometryFallbackRequirement }

  public override var hash: Int { 0 }
}
