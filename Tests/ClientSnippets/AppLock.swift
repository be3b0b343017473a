// swift-format-ignore-file
// Written the way such programs are.

import Foundation
import LocalAuthentication

/// A pincode guards the app; the face is a shortcut. Works with codes as numbers, as older programs do.
public final class AppLock {
  public private(set) var isUnlocked = false
  public private(set) var pincodeIsAsked = true
  public private(set) var failure: String?

  public init() {}

  public var faceIsAvailable: Bool {
    var error: NSError? = nil
    return LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
  }

  public func tryFace(done: @escaping () -> Void) {
    guard faceIsAvailable else {
      failure = "no face recognition here"
      done()
      return
    }
    LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "Unlock your files") { success, error in
      if let error = error {
        self.failure = AppLock.explanation(code: (error as NSError).code)
      }
      if success {
        self.isUnlocked = true
        self.pincodeIsAsked = false
      }
      done()
    }
  }

  public func enter(pincode: String) {
    isUnlocked = isUnlocked || pincode == "2468"
    pincodeIsAsked = !isUnlocked
  }

  public static func explanation(code: Int) -> String {
    switch code {
    case LAError.authenticationFailed.rawValue:
      return "no match"
    case LAError.userCancel.rawValue:
      return "cancelled"
    case LAError.userFallback.rawValue:
      return "pincode chosen"
    case LAError.systemCancel.rawValue:
      return "interrupted"
    case LAError.passcodeNotSet.rawValue:
      return "no passcode"
    case LAError.touchIDNotAvailable.rawValue:
      return "not available"
    case LAError.touchIDNotEnrolled.rawValue:
      return "not enrolled"
    default:
      return (code == -1000) ? "time out" : "unknown"
    }
  }
}
