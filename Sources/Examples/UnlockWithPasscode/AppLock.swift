import Dispatch
import ExampleTerminal
import LocalAuthentication

/// Asks for the app's passcode; whoever presses Enter instead shows the face. Three tries with either.
@MainActor
final class AppLock {
  private static let tryLimit = 3

  private let finished: @MainActor (Bool) -> Void
  private let passcode = AppPasscode()
  private var wrongPasscodes = 0
  private var failedFaces = 0

  init(finished: @escaping @MainActor (Bool) -> Void) {
    self.finished = finished
  }

  func start() {
    if passcode.isSet {
      ask()
    } else {
      setPasscode()
    }
  }

  // MARK: Passcode

  private func setPasscode() {
    Terminal.say("This program is new here. Choose a passcode for it.")
    guard let first = Terminal.askSecretly("New passcode: "), first.count >= 4,
      Terminal.askSecretly("The same again: ") == first, passcode.set(first)
    else {
      Terminal.say("At least four characters, twice the same, please.")
      finished(false)
      return
    }
    finished(true)
  }

  private func ask() {
    let faceIsOffered = failedFaces < Self.tryLimit && faceIsUsable
    let question = faceIsOffered ? "Passcode (Enter for your face): " : "Passcode: "
    guard let answer = Terminal.askSecretly(question) else {
      finished(false)
      return
    }
    if answer.isEmpty, faceIsOffered {
      lookAtFace()
    } else {
      check(answer)
    }
  }

  private func check(_ answer: String) {
    do {
      guard try !passcode.accepts(answer) else {
        finished(true)
        return
      }
    } catch {
      // Nothing was compared, so it was no wrong passcode either.
      Terminal.say("\(error)")
      finished(false)
      return
    }
    wrongPasscodes += 1
    Terminal.say("Wrong passcode.")
    if wrongPasscodes < Self.tryLimit { ask() } else { finished(false) }
  }

  // MARK: Face

  private var faceIsUsable: Bool {
    LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
  }

  private func lookAtFace() {
    // The context is made in place and kept by nobody; the reply comes all the same.
    LAContext().evaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, localizedReason: "open your files"
    ) { success, error in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.faceAnswered(success, error) }
      }
    }
  }

  private func faceAnswered(_ success: Bool, _ error: (any Error)?) {
    if success {
      finished(true)
      return
    }
    switch error {
    case LAError.authenticationFailed?:
      failedFaces += 1
      Terminal.say("That is not the face that this machine knows.")
    case LAError.userCancel?, LAError.userFallback?:
      Terminal.say("The passcode, then.")
    case LAError.biometryLockout?:
      failedFaces = Self.tryLimit
      Terminal.say("Too many faces were wrong; only the machine's passcode makes yours count again.")
    case let error?:
      failedFaces += 1
      Terminal.say(error.localizedDescription)
    case nil:
      failedFaces += 1
    }
    ask()
  }
}
