import Facelatch

/// The second part of the demo: one person's store from the first passcode to the released secret.
struct DemoAuthentication {
  /// One thing that is done, what came of it, and whether it is what should have come of it.
  struct Step {
    let action: String
    let result: String
    let isExpected: Bool
  }

  private static let user = "barack"
  private static let secretKey = "door"
  private static let secret = "open sesame"
  private static let passcode = "correct horse"

  private let home: DemoStore
  private let gate: Gate
  private let folder: Path

  /// - Parameter configuration: What decides, but for the store.
  init(in folder: Path, _ configuration: Configuration) throws(Failure) {
    home = try DemoStore()
    var configuration = configuration
    configuration.store = home.folder
    gate = Gate(unchecked: configuration)
    self.folder = folder
  }

  /// Does everything in order and hands each step to `tell` as soon as it is done.
  func run(_ tell: (Step) throws(Failure) -> Void) throws(Failure) {
    try tell(before())
    try tell(setPasscode())
    try tell(enrol())
    try tell(keepSecret())
    try tell(face("obama3.jpg", expecting: nil))
    let strangers = ["biden.jpg", "astronaut.png", "biden.jpg", "astronaut.png", "biden.jpg"]
    for (index, stranger) in strangers.enumerated() {
      let isLast = index + 1 == gate.configuration.rules.failedMatchLimit
      try tell(face(stranger, expecting: isLast ? .biometryLockout : .authenticationFailed))
    }
    try tell(face("obama3.jpg", expecting: .biometryLockout))
    try tell(clearLock())
    try tell(release())
  }

  // MARK: - Steps

  private func before() -> Step {
    let error = faceError
    return Step(
      action: "ask before anything is set", result: error.map { "no: \($0.name)" } ?? "yes",
      isExpected: error == .biometryNotEnrolled)
  }

  private func setPasscode() -> Step {
    do {
      try gate.passcodes(makingStore: true).set(user: Self.user, prompt: prompt)
      return Step(action: "set a passcode", result: "done", isExpected: true)
    } catch {
      return Step(action: "set a passcode", result: "\(error)", isExpected: false)
    }
  }

  private func enrol() -> Step {
    let action = "enrol obama.jpg, obama2.jpg"
    do throws(EnrolmentError) {
      let report = try gate.enrol(Self.user, from: frames(["obama.jpg", "obama2.jpg"]), prompt: prompt)
      let left = report.frames.count { if case .rejected = $0.verdict { true } else { false } }
      return Step(
        action: action,
        result: "\(counted(report.templates, "template")) kept"
          + (left > 0 ? ", \(counted(left, "picture")) refused: the eyes look elsewhere" : ""),
        isExpected: true)
    } catch {
      return Step(action: action, result: error.description, isExpected: false)
    }
  }

  private func keepSecret() -> Step {
    do throws(StoreError) {
      try gate.vault(of: Self.user).put(Array(Self.secret.utf8), key: Self.secretKey)
      return Step(action: "put a secret into the vault", result: "sealed", isExpected: true)
    } catch {
      return Step(action: "put a secret into the vault", result: error.description, isExpected: false)
    }
  }

  private func face(_ name: String, expecting error: AuthenticationError?) -> Step {
    let outcome = evaluate(.biometrics, [name])
    return Step(
      action: "show \(name)", result: Self.describe(outcome),
      isExpected: outcome.error == error && (outcome.method == .biometrics) == (error == nil))
  }

  private func clearLock() -> Step {
    let outcome = evaluate(.deviceOwner, ["obama3.jpg"])
    return Step(
      action: "give the passcode", result: Self.describe(outcome) + ", the lock is cleared",
      isExpected: outcome.method == .passcode && faceError == nil)
  }

  private func release() -> Step {
    let action = "show obama3.jpg for the secret"
    let outcome = evaluate(.biometrics, ["obama3.jpg"])
    guard let token = outcome.releaseToken else {
      return Step(action: action, result: Self.describe(outcome), isExpected: false)
    }
    do {
      let secret = try gate.vault(of: Self.user).get(Self.secretKey, releasedBy: token)
      let text = secret.map { String(decoding: $0, as: UTF8.self) }
      return Step(
        action: action, result: "\(Self.describe(outcome)): '\(text ?? "")'", isExpected: text == Self.secret)
    } catch {
      return Step(action: action, result: "\(error)", isExpected: false)
    }
  }

  // MARK: - Parts

  private var prompt: ProgrammaticPrompt {
    ProgrammaticPrompt(answer: { _ in .passcode(Array(Self.passcode.utf8)) })
  }

  private func frames(_ names: [String]) -> Frames { .files(names.map { folder.appending($0) }) }

  private func evaluate(_ policy: Policy, _ names: [String]) -> Outcome {
    gate.authenticate(
      Self.user, AuthenticationRequest(policy: policy, reason: "Show what it does"), from: frames(names),
      prompt: prompt)
  }

  /// Why the face would not do now; `nil` when it would.
  private var faceError: AuthenticationError? {
    gate.refusal(.biometrics, user: Self.user, from: frames(["obama3.jpg"]))?.error
  }

  private static func describe(_ outcome: Outcome) -> String {
    let score = outcome.score.map { "  score \($0)" } ?? ""
    switch outcome.method {
    case .biometrics?: return "let in" + score
    case .passcode?: return "let in"
    case nil:
      let left = outcome.attemptsLeft.map { ", \(counted($0, "attempt")) left" } ?? ""
      return "refused: \(outcome.error?.name ?? "?")\(outcome.score == nil ? "" : left)"
    }
  }
}
