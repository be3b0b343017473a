// swift-format-ignore-file
// Written the way such programs are.

import Foundation
import LocalAuthentication

/// Keeps one context and asks it again and again; answers with a message, or with nil when the person may pass.
public class FacelatchKeeper {
  public let context = LAContext()
  public var reason = "Unlock the archive"

  public init() {}

  public func canAsk() -> Bool {
    return context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
  }

  public func ask(completion: @escaping (String?) -> Void) {
    guard canAsk() else {
      completion("cannot ask")
      return
    }
    context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics,
      localizedReason: reason) { (success, evaluateError) in
      if success {
        DispatchQueue.main.async {
          completion(nil)
        }
      } else {
        let message: String
        switch evaluateError {
        case LAError.authenticationFailed?:
          message = "we could not tell that it is you"
        case LAError.userCancel?:
          message = "you cancelled"
        case LAError.userFallback?:
          message = "you want the password"
        case LAError.biometryNotAvailable?:
          message = "no camera"
        case LAError.biometryNotEnrolled?:
          message = "no face"
        case LAError.biometryLockout?:
          message = "too many tries"
        case LAError.passcodeNotSet?:
          message = "no passcode"
        default:
          message = "something else"
        }
        completion(message)
      }
    }
  }

  /// The message alone, as the app maps it.
  public static func message(for error: Error?) -> String {
    switch error {
    case LAError.biometryLockout?:
      return "too many tries"
    case LAError.userCancel?:
      return "you cancelled"
    case .some:
      return "something else"
    case .none:
      return "nothing"
    }
  }
}
