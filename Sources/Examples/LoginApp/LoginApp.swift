import ExampleTerminal
import LocalAuthentication

/// A program with accounts of its own. The first login is by password; then the program remembers the
/// machine's owner, who gets in by face from then on. Whatever goes wrong with the face leads to the
/// password.
///
/// `LoginApp` logs in, `LoginApp --reset` forgets the owner.
@main
struct LoginApp {
  private let accounts = Accounts()
  private let keychain = Keychain()

  static func main() async {
    let app = LoginApp()
    if CommandLine.arguments.contains("--reset") {
      app.resetOwner()
    } else if let user = await app.logIn() {
      app.showHomeScreen(of: user)
    } else {
      Terminal.say("Not logged in.")
      exitWithFailure()
    }
  }

  private func logIn() async -> String? {
    if keychain.hasOwner, let owner = await logInOwner() { return owner }
    return await logInByPassword()
  }

  // MARK: Face

  /// The owner of the machine, if it is the owner who sits here.
  private func logInOwner() async -> String? {
    // Each login gets a context of its own: one that has succeeded would succeed again without looking.
    let context = LAContext()
    context.localizedFallbackTitle = "Use your password"

    var error: NSError?
    guard context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) else {
      if let error { await explain(error) }
      return nil
    }
    do {
      try await context.evaluatePolicy(
        .deviceOwnerAuthenticationWithBiometrics, localizedReason: "log in to your notebook")
    } catch {
      await explain(error)
      return nil
    }
    // The framework says yes or no. Who the owner is to this program, and with which password, the vault
    // knows.
    guard let login = keychain.owner(releasedBy: context), accounts.accept(login) else {
      Terminal.say("Your account has changed since; please log in again.")
      return nil
    }
    return login.user
  }

  private func explain(_ error: any Error) async {
    Terminal.say(Messages.text(for: error))
    if case LAError.biometryLockout = error { await unlockFace() }
  }

  /// After too many strangers the passcode makes the face count again.
  private func unlockFace() async {
    guard Terminal.ask("Enter the machine's passcode to use your face again? [y/N] ")?.lowercased() == "y"
    else { return }
    do {
      try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "use your face again")
      Terminal.say("Your face counts again, next time.")
    } catch {
      Terminal.say(Messages.text(for: error))
    }
  }

  // MARK: Password

  private func logInByPassword() async -> String? {
    Terminal.say("Log in (try \(Accounts.example.user) with the password \(Accounts.example.password))")
    for _ in 0..<3 {
      guard let user = Terminal.ask("User: "), let password = Terminal.askSecretly("Password: ") else {
        return nil
      }
      let login = Login(user: user, password: password)
      if accounts.accept(login) {
        await offerOwnership(to: login)
        return user
      }
      Terminal.say("Wrong user or password.")
    }
    return nil
  }

  /// Binds the machine's owner to the account, once the owner has shown to be here.
  private func offerOwnership(to login: Login) async {
    guard !keychain.hasOwner, LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil),
      Terminal.ask("Log \(login.user) in by face from now on? [y/N] ")?.lowercased() == "y"
    else { return }
    do {
      try await LAContext().evaluatePolicy(
        .deviceOwnerAuthentication, localizedReason: "become the owner here")
      try keychain.remember(login)
      Terminal.say("From now on your face is enough.")
    } catch {
      Terminal.say(Messages.text(for: error))
    }
  }

  // MARK: Screens

  private func showHomeScreen(of user: String) {
    Terminal.say()
    Terminal.say("  Welcome, \(user).")
    Terminal.say("  Your notebook has 3 pages; you wrote the last one yesterday.")
    Terminal.say()
  }

  private func resetOwner() {
    do {
      try keychain.forget()
      Terminal.say("The owner is forgotten. The next login is by password.")
    } catch {
      Terminal.say(Messages.text(for: error))
      Self.exitWithFailure()
    }
  }
}
