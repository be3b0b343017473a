import Facelatch
import Foundation

extension LAError {
  /// What the engine's error is to an app.
  ///
  /// - Parameters:
  ///   - error: the engine's error; the codes are the same.
  ///   - reasons: what stood in the way, one sentence each, the cause of the error last; kept as the failure
  ///     reason.
  init(engine error: AuthenticationError, reasons: [String] = []) {
    var userInfo: [String: Any] = [:]
    if !reasons.isEmpty {
      userInfo[NSLocalizedFailureReasonErrorKey] = reasons.joined(separator: " ")
    }
    // The engine says which of the system's reasons it was, where another process took the camera.
    if error == .systemCancel, reasons.last == Self.supersededText {
      userInfo[NSLocalizedDescriptionKey] = Self.supersededText
    }
    self.init(Code(rawValue: error.code) ?? .authenticationFailed, userInfo: userInfo)
  }

  /// A newer evaluation took the camera.
  static var superseded: LAError {
    LAError(.systemCancel, userInfo: [NSLocalizedDescriptionKey: supersededText])
  }

  private static let supersededText = "Canceled by another authentication."
}
