import Store

/// Why a secret was not handed out.
public enum VaultError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The token is another person's, too old, or from before a restart.
  case notReleased(reason: String)
  /// The store does not work.
  case store(StoreError)

  public var description: String {
    switch self {
    case .notReleased(let reason): "the secret stays locked: \(reason); authenticate again"
    case .store(let error): error.description
    }
  }
}
