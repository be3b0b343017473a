import Platform
import Store

/// Stands for a store that was not made yet: it knows nobody, and refuses what it could not keep.
struct AbsentStore: Store {
  let location: StoreLocation

  /// Nobody is let in here, so nothing is released.
  var identity: [UInt8] { [] }

  func userNames() throws(StoreError) -> [String] { [] }

  func record(of user: String) throws(StoreError) -> UserRecord? { nil }

  func update<Result>(
    _ user: String, _ body: (inout UserRecord?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard PlainText.isName(user) else { throw .invalidName(user) }
    var record: UserRecord?
    let result = try body(&record)
    guard record == nil else {
      throw .cannotAccess(path: location.database, reason: systemMessage(ENOENT))
    }
    return result
  }

  func secret(_ key: String, of user: String) throws(StoreError) -> Secret? { nil }

  func setSecret(_ secret: Secret?, _ key: String, of user: String) throws(StoreError) {
    throw .unknownUser(user)
  }

  func secretKeys(of user: String) throws(StoreError) -> [String] { [] }
}
