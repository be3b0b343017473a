// swift-format-ignore-file
// Written the way such programs are.

import Foundation
import LocalAuthentication

/// Offers the way to the settings when the machine cannot authenticate anybody.
public final class SettingsHint {
  public enum Result: Equatable {
    case passwordFilled
    case alert(String)
    case settingsOffered(code: Int)
  }

  public init() {}

  public func signIn(done: @escaping (Result) -> Void) {
    let myContext = LAContext()
    var authError: NSError? = nil
    if myContext.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &authError) {
      myContext.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "Fill in your password") { success, error in
        if success {
          DispatchQueue.global().async {
            DispatchQueue.main.async {
              done(.passwordFilled)
            }
          }
        } else {
          done(.alert(error?.localizedDescription ?? ""))
        }
      }
    } else {
      done(.settingsOffered(code: authError?.code ?? 0))
    }
  }
}
