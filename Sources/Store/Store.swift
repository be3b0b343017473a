/// Where records and secrets are kept: one file of this machine, later perhaps a database in a network.
public protocol Store: Sendable {
  /// Random bytes that no other store has, so that what one has released is worth nothing in another.
  var identity: [UInt8] { get }

  /// The names of all people, sorted.
  func userNames() throws(StoreError) -> [String]

  /// What is kept about a person.
  ///
  /// - Returns: `nil` for a person who is not known.
  func record(of user: String) throws(StoreError) -> UserRecord?

  /// Changes the record of a person in one exclusive transaction.
  ///
  /// - Parameters:
  ///   - user: The person's name; the record need not exist yet.
  ///   - body: Sees the present record or `nil`, and changes it; `nil` removes the record and all secrets of the
  ///     person. Must not call the store. Nobody else reads or writes in between.
  /// - Returns: What `body` returned, after the change has reached the disk. All stays as it was when `body` throws.
  func update<Result>(
    _ user: String, _ body: (inout UserRecord?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result

  /// A secret of a person in clear, with what it takes to be handed out.
  ///
  /// - Returns: `nil` when there is none under this key.
  func secret(_ key: String, of user: String) throws(StoreError) -> Secret?

  /// Writes a secret, or removes it when `secret` is `nil`.
  ///
  /// - Throws: `StoreError.unknownUser` for a person without a record.
  func setSecret(_ secret: Secret?, _ key: String, of user: String) throws(StoreError)

  /// The keys of a person's secrets, sorted.
  func secretKeys(of user: String) throws(StoreError) -> [String]
}
