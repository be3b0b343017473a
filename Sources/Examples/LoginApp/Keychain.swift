import Facelatch
import LocalAuthentication

/// The owner's login, kept where only a success of the machine's owner gets at it.
struct Keychain {
  private static let userKey = "LoginApp.user"
  private static let passwordKey = "LoginApp.password"

  /// Whether somebody was remembered. Tells nothing about who.
  var hasOwner: Bool {
    guard let keys = try? vault().keys() else { return false }
    return keys.contains(Self.userKey) && keys.contains(Self.passwordKey)
  }

  /// The remembered login.
  ///
  /// - Parameter context: has succeeded a moment ago.
  func owner(releasedBy context: LAContext) -> Login? {
    guard let token = context.releaseToken, let vault = try? vault(),
      let user = try? vault.get(Self.userKey, releasedBy: token),
      let password = try? vault.get(Self.passwordKey, releasedBy: token)
    else { return nil }
    return Login(
      user: String(decoding: user, as: UTF8.self), password: String(decoding: password, as: UTF8.self))
  }

  func remember(_ login: Login) throws {
    let vault = try vault()
    try vault.put(Array(login.user.utf8), key: Self.userKey)
    try vault.put(Array(login.password.utf8), key: Self.passwordKey)
  }

  func forget() throws {
    let vault = try vault()
    try vault.remove(Self.userKey)
    try vault.remove(Self.passwordKey)
  }

  private func vault() throws -> Vault {
    try DefaultAuthenticator.current.vault()
  }
}
