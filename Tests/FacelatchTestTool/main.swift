// A program for tests that need whole processes: racing ones, killed ones, and ones at a terminal.

import Facelatch
import FacelatchTestSupport
import Matching

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let threshold = Score(0.5)
let arguments = Array(CommandLine.arguments.dropFirst())

/// Writes a line at once: buffered text would be lost with a killed process.
func report(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

func describe(_ answer: PasscodeAnswer) -> String {
  switch answer {
  case .passcode(let bytes): "passcode \(bytes.map { String($0, radix: 16) }.joined(separator: ","))"
  case .cancelled: "cancelled"
  case .systemCancelled: "system-cancelled"
  case .useFallback: "fallback"
  case .unattended: "unattended"
  case .refused: "refused"
  }
}

/// Waits until standard input ends, so that many processes begin at once.
func waitForStart() {
  var byte: UInt8 = 0
  while read(0, &byte, 1) > 0 {}
}

func evaluate(_ store: SQLiteStore, _ user: String, person: UInt8, rules: PolicyRules)
  -> Outcome
{
  PolicyEvaluator(store: store, rules: rules, threshold: threshold).evaluate(
    AuthenticationRequest(policy: .biometrics, reason: "test"), user: user,
    frames: FrameList([SyntheticFrame.face(person)]), reader: SyntheticReader(), prompt: ProgrammaticPrompt())
}

/// Tries with a stranger's face until biometry is locked; reports how many faces were compared.
func race(_ directory: String, _ user: String) throws(StoreError) {
  waitForStart()
  let store = try SQLiteStore(directory: Path(directory))
  var compared = 0
  while true {
    let outcome = evaluate(store, user, person: 99, rules: .faceID)
    if outcome.score != nil { compared += 1 }
    if let error = outcome.storeError { throw error }
    if outcome.authenticated { report("let-in") }
    if outcome.error == .biometryLockout { break }
  }
  report("compared \(compared)")
}

/// Guesses passcodes until none is accepted for a while; reports how many were compared.
func guess(_ directory: String, _ user: String) throws(StoreError) {
  waitForStart()
  let store = try SQLiteStore(directory: Path(directory))
  let evaluator = PolicyEvaluator(store: store, threshold: threshold)
  let outcome = evaluator.evaluate(
    AuthenticationRequest(policy: .deviceOwner, reason: "test"), user: user, frames: FrameList([]),
    reader: SyntheticReader(), prompt: ProgrammaticPrompt.always("wrong"))
  if let error = outcome.storeError { throw error }
  let wrong = outcome.obstacles.count { obstacle in
    if case .passcode(.wrong) = obstacle { true } else { false }
  }
  report(outcome.authenticated ? "let-in" : "compared \(wrong)")
}

/// Repeats one operation for ever and reports each one that is done; to be killed.
func churn(_ directory: String, _ user: String, _ operation: String, from start: Int) throws {
  let store = try SQLiteStore(directory: Path(directory))
  var rules = PolicyRules.faceID
  rules.failedMatchLimit = 1_000_000
  report("ready")
  for turn in start... {
    switch operation {
    case "authenticate":
      let outcome = evaluate(store, user, person: 99, rules: rules)
      if let error = outcome.storeError { throw error }
    case "enrol":
      _ = try Enroller(store: store, threshold: threshold).enrol(
        user: user, frames: FrameList([SyntheticFrame.face(UInt8(turn % 50))]), reader: SyntheticReader(),
        prompt: ProgrammaticPrompt.always("correct horse"))
    case "passcode":
      let prompt = ProgrammaticPrompt(answer: { request in
        if case .authentication = request.purpose { return .passcode(Array("passcode \(turn)".utf8)) }
        return .passcode(Array("passcode \(turn + 1)".utf8))
      })
      try PasscodeManager.fast(store).change(user: user, prompt: prompt)
    case "vault":
      try Vault(store: store, user: user).put(
        [UInt8](repeating: UInt8(turn % 256), count: 10_000 + turn), key: "token")
    default:
      throw StoreError.invalidName(operation)
    }
    report("done \(turn)")
  }
}

/// Compares a stranger's face, asks at the terminal how to go on, and reports how the evaluation ended.
func choose() throws {
  let store = MemoryStore()
  let passcode = ProgrammaticPrompt.always("correct horse")
  try PasscodeManager.fast(store).set(user: "ada", prompt: passcode)
  _ = try Enroller(store: store, threshold: threshold).enrol(
    user: "ada", frames: FrameList([SyntheticFrame.face(1)]), reader: SyntheticReader(), prompt: passcode)
  let outcome = PolicyEvaluator(store: store, threshold: threshold).evaluate(
    AuthenticationRequest(policy: .biometrics, reason: "open the safe"), user: "ada",
    frames: FrameList([SyntheticFrame.face(99)]), reader: SyntheticReader(), prompt: TerminalPrompt())
  report(outcome.error?.name ?? "success")
}

do {
  switch arguments.first {
  case "passcode":
    report("process \(getpid())")
    report(describe(TerminalPrompt().passcode(PasscodeRequest(user: "ada", purpose: .authentication(nil)))))
  case "choice":
    try choose()
  case "open":
    waitForStart()
    let store = try SQLiteStore(directory: Path(arguments[1]))
    try store.update(arguments[2]) { record throws(StoreError) in
      record = record ?? UserRecord(name: arguments[2])
    }
    report("opened")
  case "race": try race(arguments[1], arguments[2])
  case "guess": try guess(arguments[1], arguments[2])
  case "camera":
    var frames = CommandFrames(["sh", "-c", arguments[1], "sh", arguments[2]])
    _ = try frames.next()
  case "churn": try churn(arguments[1], arguments[2], arguments[3], from: Int(arguments[4]) ?? 0)
  default:
    report("unknown command")
    exit(2)
  }
} catch {
  report("error \(error)")
  exit(4)
}
