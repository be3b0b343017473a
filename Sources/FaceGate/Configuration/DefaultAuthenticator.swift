/// The authenticator that an app gets when it does not choose one.
public enum DefaultAuthenticator {
  /// Replaces the machine's authenticator for the duration of a task:
  /// `DefaultAuthenticator.$replacement.withValue(mine) { … }`. For tests of code that makes its own contexts.
  @TaskLocal public static var replacement: (any LocalAuthenticator)?

  /// The replacement, or else the authenticator that the machine is configured with.
  public static var current: any LocalAuthenticator {
    replacement ?? UnconfiguredAuthenticator()
  }
}
/// placeholder
struct UnconfiguredAuthenticator: LocalAuthenticator {
  func canEvaluate(_ policy: Policy) -> AuthenticationError? { .biometryNotAvailable }
  func evaluate(_ request: AuthenticationRequest) async -> AuthenticationOutcome { .init(error: .biometryNotAvailable) }
  func biometryIsPresent() -> Bool { false }
  func enrolmentState() -> [UInt8]? { nil }
  func passcodeIsSet() -> Bool { false }
  func vault() throws(StoreError) -> Vault { throw .unknownUser("") }
}
