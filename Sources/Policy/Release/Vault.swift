import Findings
import Platform
import Store

/// Small secrets of one person, sealed in the store and handed out only after success.
public struct Vault: Sendable {
  /// Most bytes of one secret.
  public static let secretLimit = 65_536

  private let store: any Store
  private let user: String
  private let clock: any Clock
  private let tokenLifetimeSeconds: Double
  private let audit: AuditLog?

  /// Opens the secrets of a person.
  ///
  /// - Parameters:
  ///   - store: Where the secrets are kept.
  ///   - user: Whose they are; the person must have a record.
  ///   - clock: Tells how old a token is.
  ///   - tokenLifetimeSeconds: How long a success opens the vault; `.infinity` for as long as the process lives.
  ///   - audit: Where each use is written down. What cannot be written down fails: nothing is handed out then, and what was
  ///     put or removed is nevertheless.
  public init(
    store: any Store, user: String, clock: any Clock = SystemClock(), tokenLifetimeSeconds: Double = 300,
    audit: AuditLog? = nil
  ) {
    self.store = store
    self.user = normalised(user)
    self.clock = clock
    self.tokenLifetimeSeconds = tokenLifetimeSeconds
    self.audit = audit
  }

  /// Keeps a secret, in place of the one that has the same key.
  ///
  /// - Parameters:
  ///   - value: The secret, at most `secretLimit` bytes.
  ///   - key: Finds it again.
  ///   - leastAssurance: What a face has to be worth at least before the secret is handed out; sealed with it. The passcode
  ///     satisfies any.
  /// - Throws: `StoreError.tooLarge` beyond `secretLimit`, `.invalidSecretKey`, `.unknownUser`.
  public func put(
    _ value: [UInt8], key: String, leastAssurance: Assurance = .nothing
  ) throws(StoreError) {
    try audited(.secretPut, key) { () throws(StoreError) in
      guard value.count <= Self.secretLimit else {
        throw .tooLarge(what: "the secret", byteCount: value.count, limit: Self.secretLimit)
      }
      try store.setSecret(Secret(value, leastAssurance: leastAssurance), key, of: user)
    }
  }

  /// Hands out a secret.
  ///
  /// - Parameters:
  ///   - key: The key under which it was put.
  ///   - token: From a successful evaluation of the same person.
  /// - Returns: `nil` when there is no secret under this key.
  /// - Throws: `VaultError`; `.assuranceTooLow` where the face was worth less than the secret asks for.
  public func get(_ key: String, releasedBy token: ReleaseToken) throws(VaultError) -> [UInt8]? {
    var entry = entry(.secretGet, key)
    entry.method = token.method
    entry.assurance = token.assurance
    let secret: [UInt8]?
    do throws(VaultError) {
      secret = try released(key, by: token)
    } catch {
      (entry.outcome, entry.reasons) = (error.auditName, [error.description])
      // The failure is what counts; one that cannot be written down does not hide it.
      try? audit?.append(entry)
      throw error
    }
    if secret == nil { entry.outcome = "noSuchSecret" }
    do throws(StoreError) {
      try audit?.append(entry)
    } catch {
      throw .store(error)
    }
    return secret
  }

  private func released(_ key: String, by token: ReleaseToken) throws(VaultError) -> [UInt8]? {
    try token.check(
      user: user, store: store, now: clock.now(), lifetimeSeconds: tokenLifetimeSeconds)
    let secret: Secret?
    do throws(StoreError) {
      secret = try store.secret(key, of: user)
    } catch {
      throw .store(error)
    }
    try token.check(standsIn: store)
    guard let secret else { return nil }
    try token.check(least: secret.leastAssurance)
    return secret.value
  }

  /// What a face has to be worth at least before a secret is handed out, so that it can be asked for.
  ///
  /// - Returns: `nil` when there is no secret under this key.
  public func leastAssurance(of key: String) throws(StoreError) -> Assurance? {
    try store.secret(key, of: user)?.leastAssurance
  }

  /// Removes a secret; does nothing when there is none.
  public func remove(_ key: String) throws(StoreError) {
    try audited(.secretRemoval, key) { () throws(StoreError) in
      try store.setSecret(nil, key, of: user)
    }
  }

  /// The keys of all secrets, sorted.
  public func keys() throws(StoreError) -> [String] {
    try audited(.secretList, nil) { () throws(StoreError) in try store.secretKeys(of: user) }
  }

  // MARK: - Log

  private func entry(_ event: AuditEntry.Event, _ key: String?) -> AuditEntry {
    var entry = AuditEntry(at: clock.now(), event: event, user: user, outcome: "success")
    entry.key = key
    return entry
  }

  /// Runs `body` and writes down how it ended.
  private func audited<Result>(
    _ event: AuditEntry.Event, _ key: String?, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let result: Result
    do throws(StoreError) {
      result = try body()
    } catch {
      var entry = entry(event, key)
      (entry.outcome, entry.reasons) = ("store", [error.description])
      // The failure is what counts; one that cannot be written down does not hide it.
      try? audit?.append(entry)
      throw error
    }
    try audit?.append(entry(event, key))
    return result
  }
}
