import Policy
import Store

/// What an app's side of authentication needs of the engine: one person, the owner of this machine's session.
public protocol LocalAuthenticator: Sendable {
  /// Whether an evaluation of the policy could begin now.
  ///
  /// - Returns: Why not; `nil` when it could.
  func canEvaluate(_ policy: Policy) -> Refusal?

  /// Runs one evaluation. A newer evaluation of the same person, also in another process, ends it with
  /// `AuthenticationError.systemCancel`.
  func evaluate(_ request: AuthenticationRequest) async -> Outcome

  /// Whether there is a source of frames and a model, enrolled or not.
  func biometryIsPresent() -> Bool

  /// Random bytes that change with every change of the enrolment; `nil` while nobody is enrolled.
  func enrolmentState() -> [UInt8]?

  /// Whether a passcode is set.
  func passcodeIsSet() -> Bool

  /// The owner's secrets.
  ///
  /// - Throws: `StoreError` when the store cannot be opened.
  func vault() throws(StoreError) -> Vault
}
