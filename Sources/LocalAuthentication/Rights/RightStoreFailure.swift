import Facelatch
import Foundation

/// Why a right could not be kept, found or read.
enum RightStoreFailure: Error {
  /// There is no right with the identifier.
  case noSuchRight
  /// The right was saved without a secret.
  case noSecret
  /// The right is not authorised, or was too long ago.
  case notAuthorized
  /// The store does not work.
  case store(StoreError)

  /// What an app gets. Absent things have the code that Apple's keychain has for them.
  var error: any Error {
    switch self {
    case .noSuchRight:
      Self.notFound("There is no right with this identifier.")
    case .noSecret:
      Self.notFound("The right was saved without a secret.")
    case .notAuthorized:
      LAError(
        .notInteractive,
        userInfo: [
          NSLocalizedFailureReasonErrorKey: "the right has to be authorized before its secret is read"
        ]
      )
    case .store(let error):
      NSError(
        domain: "Facelatch.StoreError",
        code: 1,
        userInfo: [NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error]
      )
    }
  }

  private static func notFound(_ text: String) -> NSError {
    // errSecItemNotFound, which Linux has no name for.
    NSError(domain: NSOSStatusErrorDomain, code: -25300, userInfo: [NSLocalizedDescriptionKey: text])
  }
}
