public import Foundation

/// Why a policy could not be evaluated, or why its evaluation did not succeed.
///
/// A value wraps the `NSError` of the domain ``errorDomain``, so client code may look at it either way: as a
/// Swift error in `switch` and `catch` (`case LAError.userCancel:`), or as an `NSError` with a domain and a
/// code. Every value carries a text: the long-standing one is its `localizedDescription`, the one that newer
/// systems show stands under `NSDebugDescriptionErrorKey`.
public struct LAError: _BridgedStoredNSError {
  public let _nsError: NSError

  /// Wraps an error that is already known to be of this domain.
  ///
  /// - Parameter error: an error of the domain ``errorDomain``.
  public init(_nsError error: NSError) {
    _nsError = error
  }

  /// Makes an error with a code.
  ///
  /// - Parameters:
  ///   - code: the reason.
  ///   - userInfo: further facts; the texts of the code are added where it has none of its own.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    var complete = userInfo
    if complete[NSLocalizedDescriptionKey] == nil {
      complete[NSLocalizedDescriptionKey] = code.longStandingText
    }
    if complete[NSDebugDescriptionErrorKey] == nil {
      complete[NSDebugDescriptionErrorKey] = code.recentText
    }
    self.init(_nsError: NSError(domain: LAErrorDomain, code: code.rawValue, userInfo: complete))
  }

  public static var _nsErrorDomain: String { LAErrorDomain }

  /// Equal errors have equal codes. Foundation's own implementation stops the program on Linux.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(_nsError.code)
  }

  /// The domain of every error of this kind: `com.apple.LocalAuthentication`.
  public static var errorDomain: String { LAErrorDomain }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of every `LAError`.
public let LAErrorDomain = "com.apple.LocalAuthentication"
