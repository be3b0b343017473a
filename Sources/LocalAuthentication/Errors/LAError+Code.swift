public import Foundation

extension LAError {
  /// The reason that an error stands for, with the number that it has as an `NSError`.
  ///
  /// The elements for an unusable sensor bear their first, Touch ID era names; the names with `biometry` are
  /// aliases that compare equal.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    public typealias _ErrorType = LAError

    /// The person did not show valid credentials within the attempts of one evaluation.
    case authenticationFailed = -1
    /// The person pressed cancel.
    case userCancel = -2
    /// The person chose the fallback, and the policy has none of its own.
    case userFallback = -3
    /// The system ended the evaluation, for example because another one began.
    case systemCancel = -4
    /// No passcode is set, and the policy needs one.
    case passcodeNotSet = -5
    /// There is no usable camera; ``biometryNotAvailable`` is the current name.
    case touchIDNotAvailable = -6
    /// Nobody is enrolled; ``biometryNotEnrolled`` is the current name.
    case touchIDNotEnrolled = -7
    /// Too many failed matches in a row; only the passcode helps. ``biometryLockout`` is the current name.
    case touchIDLockout = -8
    /// The app invalidated the context while it was evaluating.
    case appCancel = -9
    /// The context was invalidated before.
    case invalidContext = -10
    /// No companion device is at hand; on Linux there never is one.
    case companionNotAvailable = -11
    /// The sensor is a removable accessory and none is paired; never produced on Linux.
    case biometryNotPaired = -12
    /// The paired accessory is not connected; never produced on Linux.
    case biometryDisconnected = -13
    /// An embedded view has an impossible size; never produced on Linux.
    case invalidDimensions = -14
    /// The evaluation would have to ask the person, which the context forbids.
    case notInteractive = -1004

    /// There is no usable camera.
    public static var biometryNotAvailable: Code { .touchIDNotAvailable }
    /// Nobody is enrolled.
    public static var biometryNotEnrolled: Code { .touchIDNotEnrolled }
    /// Too many failed matches in a row; only the passcode helps.
    public static var biometryLockout: Code { .touchIDLockout }
    /// The former name of ``companionNotAvailable``.
    public static var watchNotAvailable: Code { .companionNotAvailable }
  }

  // These make `case LAError.userCancel:` and `catch LAError.userCancel` read as they do.

  public static var authenticationFailed: Code { .authenticationFailed }
  public static var userCancel: Code { .userCancel }
  public static var userFallback: Code { .userFallback }
  public static var systemCancel: Code { .systemCancel }
  public static var passcodeNotSet: Code { .passcodeNotSet }
  public static var touchIDNotAvailable: Code { .touchIDNotAvailable }
  public static var touchIDNotEnrolled: Code { .touchIDNotEnrolled }
  public static var touchIDLockout: Code { .touchIDLockout }
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  public static var biometryLockout: Code { .biometryLockout }
  public static var appCancel: Code { .appCancel }
  public static var invalidContext: Code { .invalidContext }
  public static var companionNotAvailable: Code { .companionNotAvailable }
  public static var watchNotAvailable: Code { .watchNotAvailable }
  public static var biometryNotPaired: Code { .biometryNotPaired }
  public static var biometryDisconnected: Code { .biometryDisconnected }
  public static var invalidDimensions: Code { .invalidDimensions }
  public static var notInteractive: Code { .notInteractive }
}
