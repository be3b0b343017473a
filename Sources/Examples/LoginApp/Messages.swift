import Foundation
import LocalAuthentication

/// What the program says to the person about an error.
enum Messages {
  static func text(for error: any Error) -> String {
    guard let error = error as? LAError else { return "\(error)" }
    let sentence = sentence(for: error)
    // Whoever pressed a button knows what for.
    if error.code == .userCancel || error.code == .userFallback { return sentence }
    guard let details = (error as NSError).localizedFailureReason else { return sentence }
    return "\(sentence) (\(details))"
  }

  private static func sentence(for error: LAError) -> String {
    switch error.code {
    case .authenticationFailed: "That did not convince the machine that it is you."
    case .userCancel: "You cancelled."
    case .userFallback: "Your password, then."
    case .systemCancel: "Something else took the camera meanwhile."
    case .passcodeNotSet: "This machine has no passcode; set one with: facelatch passcode set"
    case .biometryNotAvailable: "This machine has no camera to see you with."
    case .biometryNotEnrolled: "This machine does not know your face; enrol it with: facelatch enroll"
    case .biometryLockout: "The face does not count at the moment; the passcode makes it count again."
    case .companionNotAvailable: "There is no companion device."
    case .notInteractive: "Nobody may be asked now."
    case .appCancel, .invalidContext: "The login was given up."
    default: error.localizedDescription
    }
  }
}
