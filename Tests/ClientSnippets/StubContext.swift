// swift-format-ignore-file
// Written the way such programs are.

import Foundation
import LocalAuthentication

/// A context as programs put it into their own tests.
public class StubContext: LAContext {
  public var answer: (Bool, Error?) = (true, nil)
  public var usable = true
  public private(set) var reasons: [String] = []

  public override var biometryType: LABiometryType { return .touchID }

  public override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    if !usable {
      error?.pointee = LAError(.biometryNotAvailable) as NSError
    }
    return usable
  }

  public override func evaluatePolicy(_ policy: LAPolicy, localizedReason: String, reply: @escaping (Bool, Error?) -> Void) {
    reasons.append(localizedReason)
    reply(answer.0, answer.1)
  }
}

/// The protocol that programs put before a context.
public protocol ContextLike {
  var biometryType: LABiometryType { get }
  var localizedFallbackTitle: String? { get set }
  func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool
  func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool
}

extension LAContext: ContextLike {}
