import Facelatch
import Foundation
import Imaging
import Matching
import Synchronization
import TestSupport

/// The real policy engine over a store in memory; the test plays camera, person and clock. A value, so that
/// it has no identity by which the mirror could tell evaluations apart: the engine has to.
struct PlayedEngine: LocalAuthenticator {
  static let owner = "ada"
  static let passcode = "correct horse"

  let scene = Scene()
  private let store = MemoryStore()

  init(isEnrolled: Bool = true, hasPasscode: Bool = true) throws {
    var record = UserRecord(name: Self.owner)
    if isEnrolled {
      record.appearances = [Appearance(label: "default", templates: [try Scene.template(of: .owner)])]
      record.enrolmentNonce = [1, 2, 3]
    }
    if hasPasscode {
      record.passcodeVerifier = try PasscodeHash.make(Array(Self.passcode.utf8), limits: .leastForTests)
      record.attempts.lastPasscode = scene.now()
    }
    let known = record
    try store.update(Self.owner) { (record: inout UserRecord?) throws(StoreError) in record = known }
  }

  var failedMatches: Int {
    get throws { try store.record(of: Self.owner)?.attempts.failedMatches ?? 0 }
  }

  private var evaluator: PolicyEvaluator {
    var rules = PolicyRules.faceID
    rules.usableFramesPerTry = 1
    rules.secondsPerTry = 0.01
    return PolicyEvaluator(
      store: store, clock: scene, rules: rules, threshold: scene.hasCamera ? Score(0.4) : nil)
  }

  func canEvaluate(_ policy: Policy) -> Refusal? {
    do throws(Refusal) {
      try evaluator.canEvaluate(policy, user: Self.owner)
      return nil
    } catch {
      return error
    }
  }

  func evaluate(_ request: AuthenticationRequest) async -> Outcome {
    // A prompt that waits must not keep a thread of Swift's pool, which has few.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: evaluator.evaluate(
            request, user: Self.owner, frames: scene.frames, reader: scene.reader, prompt: scene.prompt))
      }
    }
  }

  func biometryIsPresent() -> Bool { scene.hasCamera }

  func enrolmentState() -> [UInt8]? {
    guard let record = try? store.record(of: Self.owner), record.isEnrolled else { return nil }
    return record.enrolmentNonce
  }

  func passcodeIsSet() -> Bool { (try? store.record(of: Self.owner)?.passcodeVerifier) != nil }

  func vault() throws(StoreError) -> Vault { Vault(store: store, user: Self.owner, clock: scene) }
}

/// What happens in front of the camera and the terminal.
final class Scene: Clock {
  /// Who shows up.
  enum Visitor: Sendable {
    case owner
    case stranger
    case nobody
  }

  private struct Content {
    var hasCamera = true
    var visitors: [Visitor] = []
    var decisions: [PromptDecision] = []
    var passcodes: [PasscodeAnswer] = []
    var offers: [[PromptOption]] = []
    var questions: [PasscodeRequest] = []
    var moment = Moment(unixSeconds: 1_700_000_000, bootIdentifier: "first", secondsSinceBoot: 1_000)
  }

  private let content = Mutex(Content())

  static func template(of visitor: Visitor) throws(MatchingError) -> FaceTemplate {
    try FaceTemplate(
      embedding: visitor == .owner ? [1, 0] : [0, 1], modelHash: String(repeating: "a", count: 64))
  }

  // MARK: What the test plays

  var hasCamera: Bool { content.withLock { $0.hasCamera } }

  func removeCamera() {
    content.withLock { $0.hasCamera = false }
  }

  /// Who stands in front of the camera, one per try.
  func comes(_ visitors: Visitor...) {
    content.withLock { $0.visitors += visitors }
  }

  /// What the person chooses after failures; later ones find nobody.
  func chooses(_ options: PromptOption...) {
    content.withLock { $0.decisions += options.map { .option($0) } }
  }

  /// What the person types for passcodes; later ones find nobody.
  func types(_ passcodes: String...) {
    content.withLock { $0.passcodes += passcodes.map { .passcode(Array($0.utf8)) } }
  }

  func answers(_ answer: PasscodeAnswer) {
    content.withLock { $0.passcodes.append(answer) }
  }

  func restarts() {
    content.withLock { $0.moment.bootIdentifier = "second" }
  }

  // MARK: What the engine did

  /// The choices that were offered.
  var offers: [[PromptOption]] { content.withLock { $0.offers } }

  /// The passcodes that were asked for.
  var questions: [PasscodeRequest] { content.withLock { $0.questions } }

  // MARK: What the engine sees

  func now() -> Moment { content.withLock { $0.moment } }

  var frames: FrameList { FrameList(Array(repeating: Image(width: 1, height: 1), count: 100)) }

  var reader: Reader { Reader(scene: self) }

  /// A person who has nothing prepared waits until the evaluation is ended from outside.
  var prompt: ProgrammaticPrompt {
    ProgrammaticPrompt(
      answer: { [self] request in
        let answer = content.withLock { content -> PasscodeAnswer? in
          content.questions.append(request)
          return content.passcodes.isEmpty ? nil : content.passcodes.removeFirst()
        }
        return answer ?? Self.wait(request.isInterrupted, .systemCancelled)
      },
      decide: { [self] notice, options in
        let decision = content.withLock { content -> PromptDecision? in
          content.offers.append(options)
          return content.decisions.isEmpty ? nil : content.decisions.removeFirst()
        }
        return decision ?? Self.wait(notice.isInterrupted, .systemCancelled)
      }
    )
  }

  struct Reader: FaceReading {
    let scene: Scene
    let modelHash = String(repeating: "a", count: 64)
    private var seen: FaceTemplate?

    init(scene: Scene) { self.scene = scene }

    mutating func template() throws(EngineFailure) -> TemplateReading {
      seen.map { .template($0) } ?? .unusable(.noFace)
    }

    mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
      let visitor = scene.content.withLock { content in
        content.visitors.isEmpty ? Visitor.nobody : content.visitors.removeFirst()
      }
      guard visitor != .nobody, let template = try? Scene.template(of: visitor) else {
        return .unusable(.noFace)
      }
      seen = template
      return .face(quality: 1, inattention: nil)
    }
  }

  private static func wait<Answer>(_ isInterrupted: () -> Bool, _ answer: Answer) -> Answer {
    try? waitUntil("the end of the evaluation", isInterrupted)
    return answer
  }
}
