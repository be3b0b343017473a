import Foundation
import LocalAuthentication
import TestSupport

/// What the completion form of an evaluation answered.
struct Reply: Sendable {
  let success: Bool
  let error: (any Error)?

  var code: LAError.Code? { (error as? LAError)?.code }
}

extension LAContext {
  /// The completion form, waited for. A second reply would trap.
  nonisolated(nonsending) func reply(
    to policy: LAPolicy = .deviceOwnerAuthenticationWithBiometrics, reason: String = "Test"
  ) async -> Reply {
    await withCheckedContinuation { continuation in
      evaluatePolicy(policy, localizedReason: reason) { success, error in
        continuation.resume(returning: Reply(success: success, error: error))
      }
    }
  }

  /// The answer of `canEvaluatePolicy` as a code.
  func availability(of policy: LAPolicy = .deviceOwnerAuthenticationWithBiometrics) -> LAError.Code? {
    var error: NSError?
    let isUsable = canEvaluatePolicy(policy, error: &error)
    return isUsable ? nil : (error as? LAError)?.code
  }
}

/// Collects replies that come in while the test does something else.
actor ReplyBox {
  private(set) var replies: [Reply] = []

  func add(_ reply: Reply) {
    replies.append(reply)
  }

  func wait(for count: Int) async throws -> [Reply] {
    try await suspendUntil("\(count) replies") { replies.count >= count }
    return replies
  }
}
