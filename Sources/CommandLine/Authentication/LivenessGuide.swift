import Facelatch
import Platform

/// A prompt that tells the person on standard error what to do before the camera, whether or not there is a terminal to
/// ask for a passcode on.
struct LivenessGuide: PasscodePrompt {
  let prompt: any PasscodePrompt

  var repeatsNewPasscode: Bool { prompt.repeatsNewPasscode }

  func passcode(_ request: PasscodeRequest) -> PasscodeAnswer { prompt.passcode(request) }

  func finish() { prompt.finish() }

  func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision {
    prompt.choice(after: failure, options: options)
  }

  func advise(_ reason: LivenessReason, user: String) {
    let line = Array("facelatch: \(reason.request)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
