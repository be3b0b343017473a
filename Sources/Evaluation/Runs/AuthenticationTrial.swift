import Capture
import FaceAnalysis
import Facelatch
import Findings
import Formats
import Liveness
import Matching
import Synchronization

/// Enrols one person and lets others claim to be this person, with the whole policy engine over a store in memory.
///
/// Each transaction finds the person with all attempts left, as if the passcode had just been given.
struct AuthenticationTrial<Frames: FrameSource & SendableMetatype>: Sendable {
  let models: FaceModels
  let rules: PolicyRules
  let threshold: Score
  let liveness: LivenessRequirement?
  let open: @Sendable ([Path]) -> OpenedFrames<Frames>

  /// The name in the store, which knows nobody else: any word may stand for a person in a data set.
  private static var user: String { "claimed" }

  /// Most often that an enrolment is tried.
  private static var tryLimit: Int { 5 }

  /// A trial protects nothing, so its passcode `benchmark` is hashed at the least cost that libsodium accepts: a real
  /// one takes half a second per person.
  private static var verifier: String {
    "$argon2id$v=19$m=8,t=1,p=1$yAIwpxksm6cdNkwMJIUx6w$FAbgvRpZ2LAbCgDforYDvAsPhoOeuSenM1oXd3sHRqc"
  }

  /// Enrols a person as `facelatch enroll` does: where frames are said to show somebody else, the person takes them away
  /// and tries again.
  ///
  /// - Returns: How it ended, and the files that could not be read, by their positions.
  func enrol(_ paths: [Path]) throws(EvaluationError) -> (EnrolmentReading, unreadable: [Int: String]) {
    var leftOut: Set<Int> = []
    var leftOutPlaces: [FramePlace] = []
    var tries = 0
    while true {
      tries += 1
      let store = MemoryStore()
      try enter([], into: store)
      let opened = open(paths)
      let enroller = Enroller(store: store, rules: rules, threshold: threshold)
      // The passcode says who it is, but what is enrolled shall look like a face before a camera.
      let reader = EngineReader(
        models: models, liveness: liveness == .off ? .off : nil, isSequence: false)
      func ended(_ templates: [FaceTemplate], failure: String?) -> (EnrolmentReading, [Int: String]) {
        let reading = EnrolmentReading(
          templates: templates, tries: tries, leftOut: leftOutPlaces, failure: failure)
        return (reading, opened.unreadable())
      }
      do throws(EnrolmentError) {
        _ = try enroller.enrol(
          user: Self.user, frames: FramesWithout(opened.frames, leftOut: leftOut), reader: reader,
          prompt: ProgrammaticPrompt(answer: { _ in .passcode(Array("benchmark".utf8)) }))
        return ended(try templates(in: store), failure: nil)
      } catch .severalPeople(let others) where tries < Self.tryLimit {
        let numbers = FramesWithout<Frames>.numbers(leftOut: leftOut, upTo: others.max() ?? 0)
        let places = opened.places()
        for number in others.map({ numbers[$0 - 1] }) {
          leftOut.insert(number)
          leftOutPlaces.append(places[number - 1])
        }
      } catch {
        if case .engine(let reason) = error { throw .engine(reason) }
        return ended([], failure: error.description)
      }
    }
  }

  /// One evaluation of the face, as `facelatch authenticate --policy biometrics` does it.
  ///
  /// - Returns: How it ended, and the files that could not be read, by their positions.
  func probe(
    _ paths: [Path], against templates: [FaceTemplate]
  ) throws(EvaluationError) -> (TransactionReading, unreadable: [Int: String]) {
    let store = MemoryStore()
    try enter(templates, into: store)
    let evaluator = PolicyEvaluator(
      store: store, rules: rules, threshold: threshold, modelHash: models.pack.embedding.file.sha256)
    let opened = open(paths)
    let notes = ObservedReader<EngineReader>.Notes()
    let tries = FailedTries()
    let outcome = evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics, reason: "evaluation"), user: Self.user,
      frames: opened.frames,
      reader: ObservedReader(
        EngineReader(models: models, liveness: liveness, isSequence: opened.isSequence), notes: notes),
      prompt: ProgrammaticPrompt(decide: { notice, _ in
        tries.note(notice)
        return .unattended
      }))
    if outcome.error == .biometryNotAvailable { throw .engine(outcome.reasons.joined(separator: " ")) }
    let refusal = outcome.authenticated ? nil : tries.found
    let cause = refusal?.cause.map {
      RefusalCause($0, sawInattention: rules.requiresAttention && notes.sawInattention)
    }
    var reasons = refusal?.reasons ?? []
    if let refusal { reasons += outcome.reasons.filter { !refusal.reasons.contains($0) } }
    let reading = TransactionReading(
      isAccepted: outcome.authenticated, score: outcome.score?.rawValue, error: outcome.error?.name,
      cause: cause, frames: outcome.frames, reasons: reasons)
    return (reading, opened.unreadable())
  }

  /// What the evaluator said about tries that failed.
  private final class FailedTries: Sendable {
    struct Found {
      /// The last judgement; where no try came to one, what was missing in the last.
      var cause: FailureNotice.Cause?
      /// One sentence per thing that stood in the way, in any try.
      var reasons: [String] = []
    }

    private let state = Mutex(Found())

    var found: Found { state.withLock { $0 } }

    func note(_ notice: FailureNotice) {
      state.withLock { found in
        let isJudgement = notice.cause == .noMatch || notice.cause == .notLive
        let wasJudgement = found.cause == .noMatch || found.cause == .notLive
        if isJudgement || !wasJudgement { found.cause = notice.cause }
        for reason in notice.reasons where !found.reasons.contains(reason) { found.reasons.append(reason) }
      }
    }
  }

  /// Makes the person known, with all attempts left.
  private func enter(_ templates: [FaceTemplate], into store: MemoryStore) throws(EvaluationError) {
    let looks = templates.isEmpty ? [] : [Appearance(label: "default", templates: templates)]
    let attempts = AttemptState(lastPasscode: SystemClock().now())
    do throws(StoreError) {
      try store.update(Self.user) { (record) throws(StoreError) in
        record = UserRecord(
          name: Self.user, appearances: looks, passcodeVerifier: Self.verifier, attempts: attempts)
      }
    } catch {
      throw .engine(error.description)
    }
  }

  private func templates(in store: MemoryStore) throws(EnrolmentError) -> [FaceTemplate] {
    do throws(StoreError) {
      return try store.record(of: Self.user)?.appearances.flatMap(\.templates) ?? []
    } catch {
      throw .store(error)
    }
  }
}
