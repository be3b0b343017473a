import Facelatch

/// What a successful evaluation leaves behind.
struct Grant: Sendable {
  /// How the person proved to be the owner; `nil` when the engine does not say.
  let method: AuthenticationMethod?

  /// Opens the vault; `nil` when the engine hands out none.
  let releaseToken: ReleaseToken?

  /// Whether the proof is good enough for a policy: a face is for both, a passcode only for the one that
  /// takes it.
  func satisfies(_ policy: Policy) -> Bool {
    switch policy {
    case .biometrics: method == .biometrics
    case .deviceOwner: true
    }
  }
}
