import Facelatch
public import Foundation

extension LAEnvironment {
  /// What there is to authenticate with at one moment.
  public final class State: NSObject, Sendable {
    /// The face; `nil` on a machine that cannot look at faces.
    public let biometry: MechanismBiometry?

    /// The passcode.
    public let userPassword: MechanismUserPassword?

    /// Companion devices: none on Linux.
    public var companions: [MechanismCompanion] { [] }

    /// All of them.
    public var allMechanisms: [Mechanism] {
      var mechanisms: [Mechanism] = []
      if let biometry { mechanisms.append(biometry) }
      if let userPassword { mechanisms.append(userPassword) }
      return mechanisms
    }

    init(of authenticator: any LocalAuthenticator) {
      biometry = authenticator.biometryIsPresent() ? MechanismBiometry(of: authenticator) : nil
      userPassword = MechanismUserPassword(isSet: authenticator.passcodeIsSet())
      super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? State else { return false }
      return biometry == other.biometry && userPassword == other.userPassword
    }

    public override var hash: Int {
      var hasher = Hasher()
      hasher.combine(biometry)
      hasher.combine(userPassword)
      return hasher.finalize()
    }
  }
}
