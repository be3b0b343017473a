public import Foundation

/// Lets `error as? LAError` and `catch let error as LAError` succeed on a plain `NSError` of this domain, for
/// example the one that `canEvaluatePolicy(_:error:)` hands out. Apple's compiler arranges that for imported
/// errors; on Linux the cast asks this conformance.
extension LAError: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSError

  public func _bridgeToObjectiveC() -> NSError { _nsError }

  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) {
    _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  @discardableResult
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) -> Bool {
    let isOurs = source.domain == LAErrorDomain && Code(rawValue: source.code) != nil
    result = isOurs ? LAError(_nsError: source) : nil
    return isOurs
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> LAError {
    LAError(_nsError: source ?? NSError(domain: LAErrorDomain, code: Code.authenticationFailed.rawValue))
  }
}

/// Whether an error of any kind, a plain `NSError` included, is the `LAError` with this code.
///
/// Foundation's generic operator sees only Swift errors; this one is what makes `case LAError.userCancel:`
/// match an `NSError` too.
public func ~= (code: LAError.Code, error: any Error) -> Bool {
  let bridged = error as NSError
  return bridged.domain == LAErrorDomain && bridged.code == code.rawValue
}
