import Facelatch
public import Foundation

extension LAEnvironment {
  /// One way to be authenticated.
  public class Mechanism: NSObject, @unchecked Sendable {
    /// Whether `canEvaluatePolicy` would say yes to the policy of this mechanism.
    public let isUsable: Bool

    /// What to call it in front of the person.
    public let localizedName: String

    /// The name of its symbol in Apple's symbol font; Linux has no such font.
    public let iconSystemName: String

    init(isUsable: Bool, localizedName: String, iconSystemName: String) {
      self.isUsable = isUsable
      self.localizedName = localizedName
      self.iconSystemName = iconSystemName
      super.init()
    }
  }

  /// The face.
  public final class MechanismBiometry: Mechanism, @unchecked Sendable {
    /// The kind of biometry of this machine, usable or not.
    public let biometryType: LABiometryType

    /// Whether anybody is enrolled.
    public let isEnrolled: Bool

    /// Whether only the passcode helps now, after too many failed matches, a restart or a long pause.
    public let isLockedOut: Bool

    /// Changes with every change of the enrolment; `nil` while nobody is enrolled.
    public let stateHash: Data?

    /// Whether a built-in sensor is out of reach, as under a closed lid. Linux does not know: always false.
    public var builtInSensorInaccessible: Bool { false }

    init(of authenticator: any LocalAuthenticator) {
      let refusal = authenticator.canEvaluate(.biometrics)
      biometryType = .faceID
      stateHash = authenticator.enrolmentHash
      isEnrolled = stateHash != nil
      isLockedOut = refusal?.error == .biometryLockout
      super.init(isUsable: refusal == nil, localizedName: "Face", iconSystemName: "faceid")
    }

    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? MechanismBiometry else { return false }
      return isUsable == other.isUsable && isLockedOut == other.isLockedOut && stateHash == other.stateHash
    }

    public override var hash: Int { stateHash.hashValue }
  }

  /// The passcode.
  public final class MechanismUserPassword: Mechanism, @unchecked Sendable {
    /// Whether one is set.
    public let isSet: Bool

    init(isSet: Bool) {
      self.isSet = isSet
      super.init(isUsable: isSet, localizedName: "Passcode", iconSystemName: "lock")
    }

    public override func isEqual(_ object: Any?) -> Bool {
      (object as? MechanismUserPassword)?.isSet == isSet
    }

    public override var hash: Int { isSet.hashValue }
  }

  /// A companion device. Linux knows none, so no value of it exists.
  public final class MechanismCompanion: Mechanism, @unchecked Sendable {
    /// The kind of device.
    public let type: LACompanionType

    /// Changes with the set of paired devices of this kind.
    public let stateHash: Data?

    private init(type: LACompanionType) {
      self.type = type
      stateHash = nil
      super.init(isUsable: false, localizedName: "Companion", iconSystemName: "applewatch")
    }
  }
}
