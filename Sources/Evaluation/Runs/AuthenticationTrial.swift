import Capture
import FaceAnalysis
import FaceGate
import Formats
import Imaging
import Liveness
import Matching

/// Enrols one person and lets others claim to be this person, with the whole policy engine over a store in memory.
///
/// Each transaction finds the person with all attempts left, as if the passcode had just been given.
struct AuthenticationTrial<Frames: FrameSource & SendableMetatype>: Sendable {
  let models: FaceModels
  let rules: PolicyRules
  let threshold: Score
  let liveness: LivenessRequirement?
  /// Opens the frames of a transaction, and says whether they show a scene in its order.
  let open: @Sendable ([Path]) -> (frames: Frames, isSequence: Bool)

  /// A trial protects nothing, so its passcode `benchmark` is hashed at the least cost that libsodium accepts: a real
  /// one takes half a second per person.
  private static var verifier: String {
    "$argon2id$v=19$m=8,t=1,p=1$yAIwpxksm6cdNkwMJIUx6w$FAbgvRpZ2LAbCgDforYDvAsPhoOeuSenM1oXd3sHRqc"
  }

  private static var prompt: ProgrammaticPrompt {
    ProgrammaticPrompt(answer: { _ in .passcode(Array("benchmark".utf8)) })
  }

  enum Enrolment {
    /// Into a store of its own, so that nobody resembles anybody.
    case enrolled(MemoryStore)
    /// Why not, in one line.
    case failed(reason: String)
  }

  /// Enrols a person as `facegate enroll` does.
  func enrol(_ paths: [Path], as user: String) throws(EvaluationError) -> Enrolment {
    let store = MemoryStore()
    try reset(user, in: store)
    let enroller = Enroller(store: store, rules: rules, threshold: threshold)
    let reader = EngineReader(models: models, liveness: liveness == .off ? .off : nil, isSequence: false)
    do throws(EnrolmentError) {
      _ = try enroller.enrol(user: user, frames: open(paths).frames, reader: reader, prompt: Self.prompt)
      return .enrolled(store)
    } catch {
      if case .engine(let reason) = error { throw .engine(reason) }
      return .failed(reason: error.description)
    }
  }

  /// One evaluation of the face, as `facegate authenticate --policy biometrics` does it.
  func probe(_ paths: [Path], as user: String, in store: MemoryStore) throws(EvaluationError)
    -> TransactionReading
  {
    try reset(user, in: store)
    let evaluator = PolicyEvaluator(
      store: store, rules: rules, threshold: threshold, modelHash: models.pack.embedding.file.sha256)
    let (frames, isSequence) = open(paths)
    let outcome = evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics, reason: "evaluation"), user: user, frames: frames,
      reader: EngineReader(models: models, liveness: liveness, isSequence: isSequence), prompt: Self.prompt)
    if outcome.error == .biometryNotAvailable { throw .engine(outcome.reasons.joined(separator: " ")) }
    return TransactionReading(
      isAccepted: outcome.authenticated, score: outcome.score?.rawValue, error: outcome.error?.name,
      frames: outcome.frames, reasons: outcome.reasons)
  }

  /// Gives back all attempts.
  private func reset(_ user: String, in store: MemoryStore) throws(EvaluationError) {
    let now = SystemClock().now()
    do throws(StoreError) {
      try store.update(user) { (record) throws(StoreError) in
        var known = record ?? UserRecord(name: user, passcodeVerifier: Self.verifier)
        known.attempts = AttemptState(lastPasscode: now)
        record = known
      }
    } catch {
      throw .engine(error.description)
    }
  }
}
