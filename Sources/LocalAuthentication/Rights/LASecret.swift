import Dispatch
import Facelatch
public import Foundation

/// Bytes that only an authorised right hands out.
public final class LASecret: NSObject, Sendable {
  private let core: RightCore
  private let key: RightKey
  private let queue = DispatchQueue(label: "LocalAuthentication.secret")

  init(_ item: RightShelf.Item) {
    core = item.core
    key = item.key
    super.init()
  }

  /// Reads the secret. The right must be authorised, and not longer ago than the vault stays open after a
  /// success.
  ///
  /// - Parameter completion: gets the bytes, or the reason why not: ``LAError/Code/notInteractive`` while the
  ///   right is not authorised, `errSecItemNotFound` (-25300) when it was saved without a secret. Called on a
  ///   private queue.
  @preconcurrency
  public func loadData(completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    queue.async { [self] in
      do throws(RightStoreFailure) {
        completion(try read(), nil)
      } catch {
        completion(nil, error.error)
      }
    }
  }

  /// The secret.
  ///
  /// - Throws: what ``loadData(completion:)`` hands to its completion.
  public var rawData: Data {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        loadData { data, error in
          continuation.resume(with: Result { try data ?? Self.raise(error) })
        }
      }
    }
  }

  private func read() throws(RightStoreFailure) -> Data {
    guard let token = core.releaseToken else { throw .notAuthorized }
    do {
      guard let bytes = try core.authenticator.vault().get(key.text, releasedBy: token) else {
        throw RightStoreFailure.noSuchRight
      }
      guard let secret = SecretCoding.decode(bytes) else { throw RightStoreFailure.noSecret }
      return secret
    } catch let error as RightStoreFailure {
      throw error
    } catch VaultError.store(let error) {
      throw .store(error)
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .notAuthorized
    }
  }

  private static func raise(_ error: (any Error)?) throws -> Data {
    throw error ?? LAError(.authenticationFailed)
  }
}
