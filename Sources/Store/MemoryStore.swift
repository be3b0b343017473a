import Platform
import Synchronization

/// A store that is gone with the process: for tests and demonstrations.
public final class MemoryStore: Store {
  private struct Content {
    var records: [String: UserRecord] = [:]
    var secrets: [String: [String: Secret]] = [:]
  }

  private let content = Mutex(Content())

  public let identity: [UInt8]

  public init() {
    var generator = SystemRandomNumberGenerator()
    identity = (0..<16).map { _ in generator.next() }
  }

  public func userNames() throws(StoreError) -> [String] {
    content.withLock { $0.records.keys.sorted() }
  }

  public func record(of user: String) throws(StoreError) -> UserRecord? {
    content.withLock { $0.records[user] }
  }

  public func update<Result>(
    _ user: String, _ body: (inout UserRecord?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard PlainText.isName(user) else { throw .invalidName(user) }
    let user = normalised(user)
    var outcome: Swift.Result<Result, StoreError> = .failure(.unknownUser(user))
    content.withLock { content in
      var record = content.records[user]
      do throws(StoreError) {
        let result = try body(&record)
        content.records[user] = record
        if record == nil { content.secrets[user] = nil }
        outcome = .success(result)
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }

  public func secret(_ key: String, of user: String) throws(StoreError) -> Secret? {
    content.withLock { $0.secrets[user]?[key] }
  }

  public func setSecret(_ secret: Secret?, _ key: String, of user: String) throws(StoreError) {
    guard PlainText.isName(key) else { throw .invalidSecretKey(key) }
    let isKnown = content.withLock { content in
      guard content.records[user] != nil else { return false }
      content.secrets[user, default: [:]][normalised(key)] = secret
      return true
    }
    guard isKnown else { throw .unknownUser(user) }
  }

  public func secretKeys(of user: String) throws(StoreError) -> [String] {
    content.withLock { ($0.secrets[user] ?? [:]).keys.sorted() }
  }
}
