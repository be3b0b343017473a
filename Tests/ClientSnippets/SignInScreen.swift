// swift-format-ignore-file
// Written the way such programs are.

import Foundation
import LocalAuthentication

/// A login screen that tries the face at start and shows its form whenever that leads nowhere.
public final class SignInScreen {
  public private(set) var log: [String] = []
  public private(set) var formIsShown = false
  public private(set) var homeIsShown = false
  public private(set) var changedOnMainQueue = true

  private let finished: () -> Void
  private let mainQueueKey = DispatchSpecificKey<Bool>()

  public init(finished: @escaping () -> Void) {
    self.finished = finished
    // Not every program runs the main queue on the main thread.
    DispatchQueue.main.setSpecific(key: mainQueueKey, value: true)
  }

  public func start() {
    let context = LAContext()
    var authError: NSError?

    if !context.canEvaluatePolicy(LAPolicy.deviceOwnerAuthenticationWithBiometrics, error: &authError) {
      if let error = authError {
        log.append(error.localizedDescription)
      }
      showForm()
      return
    }

    context.evaluatePolicy(LAPolicy.deviceOwnerAuthenticationWithBiometrics, localizedReason: "Open your notebook", reply: { (success: Bool, error: Error?) -> Void in
      if success {
        self.log.append("welcome")
        OperationQueue.main.addOperation({
          self.showHome()
        })
        return
      }
      if let error = error {
        switch error {
        case LAError.authenticationFailed:
          self.log.append("not you")
        case LAError.passcodeNotSet:
          self.log.append("no passcode")
        case LAError.systemCancel:
          self.log.append("interrupted")
        case LAError.userCancel:
          self.log.append("cancelled")
        case LAError.biometryNotEnrolled:
          self.log.append("nobody enrolled")
        case LAError.biometryNotAvailable:
          self.log.append("no camera")
        case LAError.userFallback:
          self.log.append("wants the password")
        default:
          self.log.append(error.localizedDescription)
        }
      }
      OperationQueue.main.addOperation({
        self.showForm()
      })
    })
  }

  private func showForm() {
    changedOnMainQueue = changedOnMainQueue && DispatchQueue.getSpecific(key: mainQueueKey) != nil
    formIsShown = true
    finished()
  }

  private func showHome() {
    changedOnMainQueue = changedOnMainQueue && DispatchQueue.getSpecific(key: mainQueueKey) != nil
    homeIsShown = true
    finished()
  }
}
