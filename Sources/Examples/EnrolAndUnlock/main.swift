// Enrols Ada, lets her in by her face and opens her secret: EnrolAndUnlock NEW-STORE PHOTO-TO-LET-IN PHOTO-TO-ENROL…
// The passcode is asked for by the program's own prompt.
import Facelatch

/// Asks in the program's own words, a line each.
struct LinePrompt: PasscodePrompt {
  let repeatsNewPasscode = false

  func passcode(_ request: PasscodeRequest) -> PasscodeAnswer {
    print(
      request.purpose == .newPasscode
        ? "Choose a passcode, \(request.user):" : "Your passcode, \(request.user):")
    return readLine().map { .passcode(Array($0.utf8)) } ?? .cancelled
  }

  func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision {
    .option(.cancel)
  }
}

let paths = CommandLine.arguments.dropFirst().map { Path($0) }
let gate = try Gate(Configuration(user: "ada", store: paths[0]))
let prompt = LinePrompt()

try gate.passcodes(makingStore: true).set(user: "ada", prompt: prompt)
let report = try gate.enrol(from: .files(Array(paths[2...])), prompt: prompt)
print("\(report.templates) of \(report.frames.count) photos kept")
try gate.vault().put(Array("under the doormat".utf8), key: "house key")

let request = AuthenticationRequest(policy: .biometrics, reason: "find the key")
let outcome = gate.authenticate(nil, request, from: .picture(paths[1]), prompt: prompt)
if let token = outcome.releaseToken, let secret = try gate.vault().get("house key", releasedBy: token) {
  print("Let in. The house key lies \(String(decoding: secret, as: UTF8.self)).")
} else {
  print("Not let in:", outcome.obstacles.last.map { "\($0)" } ?? "")
}
