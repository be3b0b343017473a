import Facelatch
import Foundation

extension LAError {
  /// What the engine's error is to an app.
  ///
  /// - Parameters:
  ///   - error: the engine's error; the codes are the same.
  ///   - obstacles: what stood in the way, the cause of the error last; told in one sentence each as the failure reason,
  ///     and by their names in the debug description.
  init(engine error: AuthenticationError, obstacles: [Obstacle] = []) {
    let code = Code(rawValue: error.code) ?? .authenticationFailed
    var userInfo: [String: Any] = [:]
    if !obstacles.isEmpty {
      userInfo[NSLocalizedFailureReasonErrorKey] = obstacles.map(\.description).joined(separator: " ")
      userInfo[NSDebugDescriptionErrorKey] =
        code.recentText + " [" + obstacles.map(\.name).joined(separator: ", ") + "]"
    }
    // The engine says which of the system's reasons it was, where another process took the camera.
    if error == .systemCancel, obstacles.last == .superseded {
      userInfo[NSLocalizedDescriptionKey] = Obstacle.superseded.description
    }
    self.init(code, userInfo: userInfo)
  }

  /// Why an evaluation cannot begin now, to an app.
  init(_ refusal: Refusal) {
    self.init(engine: refusal.error, obstacles: refusal.obstacles)
  }

  /// A newer evaluation took the camera.
  static var superseded: LAError {
    LAError(.systemCancel, userInfo: [NSLocalizedDescriptionKey: Obstacle.superseded.description])
  }
}
