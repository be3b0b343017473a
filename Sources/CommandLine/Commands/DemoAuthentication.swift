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
  private let evaluator: PolicyEvaluator
  private let rules = PolicyRules.faceID
  private let reader: EngineReader
  private let threshold: Score
  private let folder: Path
  private let capture: CaptureOptions

  init(in folder: Path, models: FaceModels, threshold: Score, capture options: CaptureOptions) throws(Failure)
  {
    home = try DemoStore()
    evaluator = PolicyEvaluator(
      store: home.store, rules: rules, threshold: threshold, modelHash: models.pack.embedding.file.sha256,
      audit: home.audit)
    reader = EngineReader(models: models, liveness: nil, isSequence: false)
    self.threshold = threshold
    self.folder = folder
    capture = options
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
      let isLast = index + 1 == rules.failedMatchLimit
      try tell(face(stranger, expecting: isLast ? .biometryLockout : .authenticationFailed))
    }
    try tell(face("obama3.jpg", expecting: .biometryLockout))
    try tell(clearLock())
    try tell(release())
  }

  // MARK: - Steps

  private func before() -> Step {
    let error = canEvaluate()
    return Step(
      action: "ask before anything is set", result: error.map { "no: \($0.name)" } ?? "yes",
      isExpected: error == .biometryNotEnrolled)
  }

  private func canEvaluate() -> AuthenticationError? {
    do throws(AuthenticationError) {
      try evaluator.canEvaluate(.biometrics, user: Self.user)
      return nil
    } catch {
      return error
    }
  }

  private func setPasscode() -> Step {
    do throws(PasscodeError) {
      try PasscodeManager(store: home.store, rules: rules, audit: home.audit).set(
        user: Self.user, prompt: prompt)
      return Step(action: "set a passcode", result: "done", isExpected: true)
    } catch {
      return Step(action: "set a passcode", result: error.description, isExpected: false)
    }
  }

  private func enrol() -> Step {
    let action = "enrol obama.jpg, obama2.jpg"
    let enroller = Enroller(store: home.store, rules: rules, threshold: threshold, audit: home.audit)
    let watch = FrameWatch()
    do throws(EnrolmentError) {
      let report = try enroller.enrol(
        user: Self.user, frames: frames(["obama.jpg", "obama2.jpg"], watch),
        reader: WatchedReader(reader, watch: watch), prompt: prompt)
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
      try Vault(store: home.store, user: Self.user).put(Array(Self.secret.utf8), key: Self.secretKey)
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
      isExpected: outcome.method == .passcode && canEvaluate() == nil)
  }

  private func release() -> Step {
    let action = "show obama3.jpg for the secret"
    let outcome = evaluate(.biometrics, ["obama3.jpg"])
    guard let token = outcome.releaseToken else {
      return Step(action: action, result: Self.describe(outcome), isExpected: false)
    }
    do throws(VaultError) {
      let secret = try Vault(store: home.store, user: Self.user).get(Self.secretKey, releasedBy: token)
      let text = secret.map { String(decoding: $0, as: UTF8.self) }
      return Step(
        action: action, result: "\(Self.describe(outcome)): '\(text ?? "")'", isExpected: text == Self.secret)
    } catch {
      return Step(action: action, result: error.description, isExpected: false)
    }
  }

  // MARK: - Parts

  private var prompt: ProgrammaticPrompt {
    ProgrammaticPrompt(answer: { _ in .passcode(Array(Self.passcode.utf8)) })
  }

  private func frames(_ names: [String], _ watch: FrameWatch) -> OperandFrames {
    OperandFrames(names.map { Input(path: folder.appending($0)) }, options: capture, watch: watch)
  }

  private func evaluate(_ policy: Policy, _ names: [String]) -> AuthenticationOutcome {
    let watch = FrameWatch()
    return evaluator.evaluate(
      AuthenticationRequest(policy: policy, reason: "Show what it does"), user: Self.user,
      frames: frames(names, watch), reader: WatchedReader(reader, watch: watch), prompt: prompt)
  }

  private static func describe(_ outcome: AuthenticationOutcome) -> String {
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
