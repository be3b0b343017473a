import Facelatch
import Foundation

/// The rights of this application in the vault of the owner.
struct RightShelf: Sendable {
  /// A right as it lies there.
  struct Item: Sendable {
    let core: RightCore
    let key: RightKey
  }

  let authenticator: any LocalAuthenticator
  let application: String

  /// Finds a right.
  ///
  /// - Throws: a `RightStoreFailure`.
  func item(_ identifier: String) throws(RightStoreFailure) -> Item {
    guard let key = try keys(of: identifier).max(by: { $0.generation < $1.generation }) else {
      throw .noSuchRight
    }
    let core = RightCore(authenticator: authenticator, requirement: key.requirement, enrolment: key.enrolment)
    return Item(core: core, key: key)
  }

  /// Keeps a right in place of the one with the same identifier.
  func save(
    _ requirement: LAAuthenticationRequirement.Kind, identifier: String, secret: Data?
  ) throws(RightStoreFailure) -> Item {
    let former = try keys(of: identifier)
    do throws(StoreError) {
      let key = try RightKey(
        application: application,
        identifier: identifier,
        generation: (former.map { $0.generation }.max() ?? 0) + 1,
        requirement: requirement,
        enrolment: authenticator.enrolmentHash
      )
      let vault = try authenticator.vault()
      try vault.put(SecretCoding.encode(secret), key: key.text)
      for key in former { try vault.remove(key.text) }
      return Item(
        core: RightCore(authenticator: authenticator, requirement: requirement, enrolment: key.enrolment),
        key: key
      )
    } catch {
      throw .store(error)
    }
  }

  /// Removes a right; does nothing when there is none.
  func remove(_ identifier: String) throws(RightStoreFailure) {
    try remove(keys(of: identifier))
  }

  /// Removes a right that was found before.
  func remove(_ key: RightKey) throws(RightStoreFailure) {
    try remove(allKeys().filter { $0.identifier == key.identifier })
  }

  /// Removes all rights of this application.
  func removeAll() throws(RightStoreFailure) {
    try remove(allKeys())
  }

  private func remove(_ keys: [RightKey]) throws(RightStoreFailure) {
    do throws(StoreError) {
      let vault = try authenticator.vault()
      for key in keys { try vault.remove(key.text) }
    } catch {
      throw .store(error)
    }
  }

  private func keys(of identifier: String) throws(RightStoreFailure) -> [RightKey] {
    do throws(StoreError) {
      let hash = try RightKey.shortHash(identifier)
      return try storedKeys().filter { $0.identifier == hash }
    } catch {
      throw .store(error)
    }
  }

  private func allKeys() throws(RightStoreFailure) -> [RightKey] {
    do throws(StoreError) {
      return try storedKeys()
    } catch {
      throw .store(error)
    }
  }

  private func storedKeys() throws(StoreError) -> [RightKey] {
    let owner = try RightKey.shortHash(application)
    return try authenticator.vault().keys().compactMap { RightKey($0) }.filter { $0.application == owner }
  }
}

/// A secret in the vault, or the statement that the right has none: an empty secret is not the same.
enum SecretCoding {
  static func encode(_ secret: Data?) -> [UInt8] {
    guard let secret else { return [0] }
    return [1] + secret
  }

  static func decode(_ bytes: [UInt8]) -> Data? {
    guard bytes.first == 1 else { return nil }
    return Data(bytes.dropFirst())
  }
}
