import FaceGate
import Foundation

extension LAError {
  /// What the engine's error is to an app.
  ///
  /// - Parameters:
  ///   - error: the engine's reason.
  ///   - reasons: what the person can do something about ("looking away"), kept as the failure reason.
  init(_ error: AuthenticationError, reasons: [String] = []) {
    let code = Code(rawValue: error.rawValue) ?? .authenticationFailed
    var userInfo: [String: Any] = [:]
    if !reasons.isEmpty {
      userInfo[NSLocalizedFailureReasonErrorKey] = reasons.joined(separator: "; ")
    }
    self.init(code, userInfo: userInfo)
  }

  /// A newer evaluation took the camera.
  static var supersededByAnother: LAError {
    LAError(.systemCancel, userInfo: [NSLocalizedDescriptionKey: "Canceled by another authentication."])
  }
}
