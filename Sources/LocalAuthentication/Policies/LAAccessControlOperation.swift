/// What an app wants to do with an item of a keychain.
///
/// Linux has no `SecAccessControl`, so no call of this module takes one; the names exist for code that stores
/// or prints them.
public enum LAAccessControlOperation: Int, Sendable {
  case createItem = 0
  case useItem = 1
  case createKey = 2
  case useKeySign = 3
  case useKeyDecrypt = 4
  case useKeyKeyExchange = 5
}
