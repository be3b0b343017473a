import Findings
import Store

/// Shows that a person was let in. Only a successful evaluation hands one out; it lives in this process alone.
public struct ReleaseToken: Sendable, Equatable {
  /// Whose secrets it releases.
  public let user: String

  /// How the person was let in.
  public let method: AuthenticationMethod

  /// What the comparison of the face was worth; `nil` after the passcode.
  public let assurance: Assurance?

  /// When the person was let in.
  public let issued: Moment

  package init(
    user: String, method: AuthenticationMethod, assurance: Assurance? = nil, issued: Moment
  ) {
    self.user = user
    self.method = method
    self.assurance = assurance
    self.issued = issued
  }

  /// Refuses a token that is another person's, from before a restart, or too old.
  func check(user: String, now: Moment, lifetimeSeconds: Double) throws(VaultError) {
    guard self.user == user else { throw .notReleased(reason: "the last success was another user's") }
    guard let age = now.seconds(since: issued) else {
      throw .notReleased(reason: "the machine was restarted since the last success")
    }
    guard age <= lifetimeSeconds else {
      throw .notReleased(reason: "the last success is \(Int(age)) seconds old")
    }
  }

  /// Refuses a token whose face was worth less than a secret asks for. The passcode satisfies any demand.
  func check(least: Assurance) throws(VaultError) {
    let shown = assurance ?? .nothing
    guard method == .passcode || shown >= least else {
      throw .assuranceTooLow(shown: shown, least: least)
    }
  }
}
