import FaceGate

/// What a successful evaluation leaves behind: how the person proved to be the owner, and the key to the vault.
struct Grant: Sendable {
  /// Face or passcode; nil when the engine does not say.
  let method: AuthenticationMethod?
  /// Opens the vault; nil when the engine hands out none.
  let release: ReleaseToken?

  /// Whether the proof is good enough for a policy as well: a face is for both, a passcode only for the one that
  /// takes passcodes.
  func satisfies(_ policy: Policy) -> Bool {
    switch policy {
    case .biometrics: method == .biometrics
    case .deviceOwner: true
    }
  }
}
