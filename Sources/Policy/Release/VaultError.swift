import Findings
import Platform
import Store

/// Why a secret was not handed out.
public enum VaultError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The token is another person's, too old, or from before a restart.
  case notReleased(reason: String)
  /// What the face was worth at the last success, and what the secret asks for.
  case assuranceTooLow(shown: Assurance, least: Assurance)
  /// The store does not work.
  case store(StoreError)

  public var description: String {
    switch self {
    case .notReleased(let reason): "the secret stays locked: \(printable(reason)); authenticate again"
    case .assuranceTooLow(let shown, let least):
      "the secret stays locked: the last success has the assurance \(shown.rawValue), and \(least.rawValue) is asked for"
    case .store(let error): error.description
    }
  }
}
