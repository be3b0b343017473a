import Policy
import Store

/// The authenticator that an app gets when it does not choose one.
public enum DefaultAuthenticator {
  /// Replaces the machine's authenticator for the duration of a task:
  /// `DefaultAuthenticator.$replacement.withValue(mine) { … }`. For tests of code that makes its own
  /// contexts.
  @TaskLocal public static var replacement: (any LocalAuthenticator)?

  /// The replacement, or else the authenticator that the machine is configured with.
  public static var current: any LocalAuthenticator { replacement ?? SystemAuthenticator.shared }
}
