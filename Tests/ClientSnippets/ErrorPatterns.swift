// swift-format-ignore-file
// Written the way such programs are.

import Foundation
import LocalAuthentication

/// The ways in which programs look at an error.
public enum ErrorPatterns {
  public static func isCancel(_ error: Error) -> Bool {
    switch error {
    case LAError.userCancel, LAError.systemCancel, LAError.appCancel:
      return true
    default:
      return false
    }
  }

  public static func isCancel(optional error: Error?) -> Bool {
    switch error {
    case LAError.userCancel?, LAError.systemCancel?, LAError.appCancel?:
      return true
    default:
      return false
    }
  }

  public static func isCancel(raw error: NSError) -> Bool {
    switch error {
    case LAError.userCancel, LAError.systemCancel, LAError.appCancel:
      return true
    default:
      return false
    }
  }

  public static func isCancel(optionalRaw error: NSError?) -> Bool {
    if case LAError.userCancel? = error { return true }
    return false
  }

  /// By catching a code, by catching the type, and by what is left.
  public static func caught(_ error: Error) -> String {
    do {
      throw error
    } catch LAError.userFallback {
      return "fallback"
    } catch let error as LAError where error.code == .biometryLockout {
      return "locked"
    } catch let error as LAError {
      return "code \(error.code.rawValue)"
    } catch {
      return "other"
    }
  }

  /// By a cast, as most programs do it.
  public static func code(_ error: Error?) -> LAError.Code? {
    guard let error = error as? LAError else { return nil }
    return error.code
  }

  /// By a cast of what `canEvaluatePolicy` handed out.
  public static func code(raw error: NSError?) -> LAError.Code? {
    return (error as? LAError)?.code
  }

  /// By the constants of the C interface.
  public static func isLockout(_ error: Error) -> Bool {
    return (error as NSError).domain == LAErrorDomain && (error as NSError).code == kLAErrorBiometryLockout
  }

  /// By the code, with every name of an enumeration that grows.
  public static func advice(_ code: LAError.Code) -> String {
    switch code {
    case .authenticationFailed: return "try again"
    case .userCancel, .appCancel, .systemCancel: return "nothing to do"
    case .userFallback: return "ask for the password"
    case .passcodeNotSet: return "set a passcode"
    case .biometryNotAvailable: return "connect a camera"
    case .biometryNotEnrolled: return "enrol"
    case .biometryLockout: return "enter the passcode"
    case .invalidContext: return "make a context"
    case .notInteractive: return "wait"
    default: return "look it up"
    }
  }

  /// The asynchronous form.
  public static func unlock(_ policy: LAPolicy) async -> String {
    do {
      try await LAContext().evaluatePolicy(policy, localizedReason: "Unlock")
      return "open"
    } catch LAError.userFallback {
      return "fallback"
    } catch {
      return error.localizedDescription
    }
  }
}
