import Dispatch
public import Facelatch
public import Foundation

/// Keeps rights and their secrets in the owner's vault, apart for every application.
public final class LARightStore: NSObject, Sendable {
  /// The store of the user whom the machine's configuration names.
  public class var shared: LARightStore {
    if let replacement = DefaultAuthenticator.replacement { return LARightStore(evaluator: replacement) }
    return ofThisMachine
  }

  private static let ofThisMachine = LARightStore(evaluator: DefaultAuthenticator.current)

  private let shelf: RightShelf
  private let queue = DispatchQueue(label: "LocalAuthentication.rights")

  /// A store on an authenticator of the caller's choice. This initialiser is not Apple's.
  public init(evaluator: any LocalAuthenticator) {
    shelf = RightShelf(authenticator: evaluator, application: Application.identifier)
    super.init()
  }

  // MARK: Finding

  /// Finds a right that was saved before.
  ///
  /// - Parameters:
  ///   - identifier: the one it was saved under.
  ///   - completion: gets the right or the reason why not; `errSecItemNotFound` (-25300) when there is none.
  ///     Called on a private queue, as all completions of this class.
  @preconcurrency
  public func right(
    forIdentifier identifier: String,
    completion: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    perform({ shelf throws(RightStoreFailure) in try shelf.item(identifier) }, answering: completion)
  }

  /// Finds a right that was saved before.
  nonisolated(nonsending) public func right(forIdentifier identifier: String) async throws -> LAPersistedRight
  {
    LAPersistedRight(try await value { shelf throws(RightStoreFailure) in try shelf.item(identifier) })
  }

  // MARK: Saving

  /// Keeps a right without a secret, in place of the one with the same identifier.
  ///
  /// - Parameters:
  ///   - right: tells the requirement.
  ///   - identifier: any text; finds the right again.
  ///   - completion: gets the right as it is kept, or the reason why not.
  @preconcurrency
  public func saveRight(
    _ right: LARight,
    identifier: String,
    completion: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    perform(Self.saving(right, identifier, secret: nil), answering: completion)
  }

  /// Keeps a right without a secret, in place of the one with the same identifier.
  @discardableResult
  nonisolated(nonsending) public func saveRight(
    _ right: LARight, identifier: String
  ) async throws -> LAPersistedRight {
    LAPersistedRight(try await value(Self.saving(right, identifier, secret: nil)))
  }

  /// Keeps a right and a secret, in place of the right with the same identifier.
  ///
  /// - Parameters:
  ///   - right: tells the requirement.
  ///   - identifier: any text; finds the right again.
  ///   - secret: at most `Vault.secretLimit` - 1 bytes.
  ///   - completion: gets the right as it is kept, or the reason why not.
  @preconcurrency
  public func saveRight(
    _ right: LARight,
    identifier: String,
    secret: Data,
    completion: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    perform(Self.saving(right, identifier, secret: secret), answering: completion)
  }

  /// Keeps a right and a secret, in place of the right with the same identifier.
  @discardableResult
  nonisolated(nonsending) public func saveRight(
    _ right: LARight, identifier: String, secret: Data
  ) async throws -> LAPersistedRight {
    LAPersistedRight(try await value(Self.saving(right, identifier, secret: secret)))
  }

  // MARK: Removing

  /// Removes a right and its secret.
  @preconcurrency
  public func removeRight(
    _ right: LAPersistedRight, completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform(Self.removing(right), answering: completion)
  }

  /// Removes a right and its secret.
  nonisolated(nonsending) public func removeRight(_ right: LAPersistedRight) async throws {
    try await value(Self.removing(right))
  }

  /// Removes the right with an identifier, if there is one.
  @preconcurrency
  public func removeRight(
    forIdentifier identifier: String, completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform({ shelf throws(RightStoreFailure) in try shelf.remove(identifier) }, answering: completion)
  }

  /// Removes the right with an identifier, if there is one.
  nonisolated(nonsending) public func removeRight(forIdentifier identifier: String) async throws {
    try await value { shelf throws(RightStoreFailure) in try shelf.remove(identifier) }
  }

  /// Removes all rights of this application.
  @preconcurrency
  public func removeAllRights(completion: @escaping @Sendable ((any Error)?) -> Void) {
    perform({ shelf throws(RightStoreFailure) in try shelf.removeAll() }, answering: completion)
  }

  /// Removes all rights of this application.
  nonisolated(nonsending) public func removeAllRights() async throws {
    try await value { shelf throws(RightStoreFailure) in try shelf.removeAll() }
  }

  // MARK: On the queue

  private typealias Work<Value> = @Sendable (RightShelf) throws(RightStoreFailure) -> Value

  private static func saving(_ right: LARight, _ identifier: String, secret: Data?) -> Work<RightShelf.Item> {
    let requirement = right.core.requirement
    return { shelf throws(RightStoreFailure) in
      try shelf.save(requirement, identifier: identifier, secret: secret)
    }
  }

  private static func removing(_ right: LAPersistedRight) -> Work<Void> {
    let key = right.key
    return { shelf throws(RightStoreFailure) in try shelf.remove(key) }
  }

  private func perform(
    _ work: @escaping Work<RightShelf.Item>,
    answering completion: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
  ) {
    queue.async { [shelf] in
      do throws(RightStoreFailure) {
        completion(LAPersistedRight(try work(shelf)), nil)
      } catch {
        completion(nil, error.error)
      }
    }
  }

  private func perform(
    _ work: @escaping Work<Void>, answering completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    queue.async { [shelf] in
      do throws(RightStoreFailure) {
        try work(shelf)
        completion(nil)
      } catch {
        completion(error.error)
      }
    }
  }

  private func value<Value: Sendable>(_ work: @escaping Work<Value>) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [shelf] in
        do throws(RightStoreFailure) {
          continuation.resume(returning: try work(shelf))
        } catch {
          continuation.resume(throwing: error.error)
        }
      }
    }
  }
}
