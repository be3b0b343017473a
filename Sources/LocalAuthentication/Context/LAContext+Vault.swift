public import Facelatch

extension LAContext {
  /// Opens the owner's vault after a success of this context; `nil` before, and after `invalidate()`.
  ///
  /// Not Apple's: there an app hands the context itself to the keychain (`kSecUseAuthenticationContext`).
  /// Here it hands this token to `Vault.get(_:releasedBy:)`. It expires some minutes after the success.
  public var releaseToken: ReleaseToken? { core.releaseToken }
}
