import Platform
import Store

/// Remembers under which id an app knows the device owner.
///
/// The engine only says "this is the owner of this record". An app that knows its people by ids binds one of them after
/// its own password login, and asks for it after the next success with the face.
public struct OwnerBinding: Sendable {
  /// Most bytes of an id.
  public static let identifierLimit = 1_024

  private let store: any Store
  private let user: String
  private let clock: any Clock
  private let tokenLifetimeSeconds: Double

  /// Opens the binding of a person; the parameters are those of `Vault`.
  public init(
    store: any Store, user: String, clock: any Clock = SystemClock(), tokenLifetimeSeconds: Double = 300
  ) {
    self.store = store
    self.user = normalised(user)
    self.clock = clock
    self.tokenLifetimeSeconds = tokenLifetimeSeconds
  }

  /// Binds an id, in place of the one that was bound before.
  ///
  /// - Throws: `StoreError.unknownUser`, `.tooLarge` beyond `identifierLimit`.
  public func bind(_ identifier: String) throws(StoreError) {
    guard identifier.utf8.count <= Self.identifierLimit else {
      throw .tooLarge(what: "the owner's id", byteCount: identifier.utf8.count, limit: Self.identifierLimit)
    }
    try set(identifier)
  }

  /// The bound id.
  ///
  /// - Parameter token: From a successful evaluation of the same person.
  /// - Returns: `nil` while none is bound.
  public func identifier(releasedBy token: ReleaseToken) throws(VaultError) -> String? {
    try token.check(
      user: user, store: store, now: clock.now(), lifetimeSeconds: tokenLifetimeSeconds)
    let identifier: String?
    do throws(StoreError) {
      identifier = try store.record(of: user)?.ownerIdentifier
    } catch {
      throw .store(error)
    }
    try token.check(standsIn: store)
    return identifier
  }

  /// Forgets the id; does nothing while none is bound.
  public func reset() throws(StoreError) {
    try set(nil)
  }

  private func set(_ identifier: String?) throws(StoreError) {
    let user = user
    try store.update(user) { (record) throws(StoreError) in
      guard record != nil else { throw .unknownUser(user) }
      record?.ownerIdentifier = identifier
    }
  }
}
