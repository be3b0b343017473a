import Findings
import Store

/// Shows that a person was let in. Only a successful evaluation hands one out; it lives in this process alone.
///
/// It holds for one store, and for the person as she stood in it: a new passcode, another enrolment and her removal end it.
public struct ReleaseToken: Sendable, Equatable {
  /// Whose secrets it releases.
  public let user: String

  /// How the person was let in.
  public let method: AuthenticationMethod

  /// What the comparison of the face was worth; `nil` after the passcode.
  public let assurance: Assurance?

  /// When the person was let in.
  public let issued: Moment

  private let binding: ReleaseBinding

  package init(
    user: String, method: AuthenticationMethod, assurance: Assurance? = nil, issued: Moment,
    binding: ReleaseBinding
  ) {
    self.user = user
    self.method = method
    self.assurance = assurance
    self.issued = issued
    self.binding = binding
  }

  /// Refuses a token that is another person's, another store's, from before a restart, or too old.
  func check(
    user: String, store: any Store, now: Moment, lifetimeSeconds: Double
  ) throws(VaultError) {
    // As bytes: two texts that the language calls equal are two people in the store.
    guard self.user.utf8.elementsEqual(user.utf8) else { throw .notReleased(.otherUser) }
    guard binding.store == store.identity else { throw .notReleased(.otherStore) }
    guard let age = now.seconds(since: issued) else { throw .notReleased(.restarted) }
    guard age <= lifetimeSeconds else { throw .notReleased(.tooOld(seconds: age)) }
  }

  /// Refuses a token that was issued for another state of the record. To be asked after what it releases was read, so that no
  /// change comes in between.
  func check(standsIn store: any Store) throws(VaultError) {
    let present: ReleaseBinding?
    do throws(StoreError) {
      let record = try store.record(of: user)
      present = if let record { try ReleaseBinding(record, in: store) } else { nil }
    } catch {
      throw .store(error)
    }
    guard present == binding else { throw .notReleased(.changed) }
  }

  /// Refuses a token whose face was worth less than a secret asks for. The passcode satisfies any demand.
  func check(least: Assurance) throws(VaultError) {
    let shown = assurance ?? .nothing
    guard method == .passcode || shown >= least else {
      throw .assuranceTooLow(shown: shown, least: least)
    }
  }
}
