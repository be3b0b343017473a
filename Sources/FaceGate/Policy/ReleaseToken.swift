/// Shows that a person was let in. Only a successful evaluation hands one out; it lives in this process alone.
public struct ReleaseToken: Sendable, Equatable {
  /// Whose secrets it releases.
  public let user: String

  /// How the person was let in.
  public let method: AuthenticationMethod

  /// When the person was let in.
  public let issued: Moment

  package init(user: String, method: AuthenticationMethod, issued: Moment) {
    self.user = user
    self.method = method
    self.issued = issued
  }
}
