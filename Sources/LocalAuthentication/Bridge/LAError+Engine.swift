import FaceGate
import Foundation

extension LAError {
  /// What the engine's error is to an app.
  ///
  /// - Parameters:
  ///   - error: the engine's error; the codes are the same.
  ///   - reasons: what stood in the way, in words for the person; kept as the failure reason.
  init(engine error: AuthenticationError, reasons: [String] = []) {
    var userInfo: [String: Any] = [:]
    if !reasons.isEmpty {
      userInfo[NSLocalizedFailureReasonErrorKey] = reasons.joined(separator: "; ")
    }
    self.init(Code(rawValue: error.code) ?? .authenticationFailed, userInfo: userInfo)
  }

  /// A newer evaluation took the camera.
  static var superseded: LAError {
    LAError(.systemCancel, userInfo: [NSLocalizedDescriptionKey: "Canceled by another authentication."])
  }
}
