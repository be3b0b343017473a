import Capture
import FaceAnalysis
import Facelatch
import Matching
import Platform

/// Enrols one person and lets others claim to be this person, through the same gate as everybody else, over a store in
/// memory.
///
/// Each transaction finds the person with all attempts left, as if the passcode had just been given.
struct AuthenticationTrial: Sendable {
  /// What decides, but for the store and where frames come from.
  let configuration: Configuration
  let models: FaceModels
  /// The files behind paths: each path itself, or the pictures of a folder.
  let files: @Sendable ([Path]) -> [FrameFile]

  /// The name in the store, which knows nobody else: any word may stand for a person in a data set.
  private static let user = "claimed"

  /// Most often that an enrolment is tried.
  private static let tryLimit = 5

  /// A trial protects nothing, so its passcode `benchmark` is hashed at the least cost that libsodium accepts: a real
  /// one takes half a second per person.
  private static let verifier =
    "$argon2id$v=19$m=8,t=1,p=1$yAIwpxksm6cdNkwMJIUx6w$FAbgvRpZ2LAbCgDforYDvAsPhoOeuSenM1oXd3sHRqc"

  private func gate(_ store: MemoryStore) -> Gate {
    Gate(unchecked: configuration, store: store, models: models)
  }

  /// Enrols a person as `facelatch enroll` does: where frames are said to show somebody else, the person takes them away
  /// and tries again.
  ///
  /// - Returns: How it ended, and the files that could not be read, by their positions.
  func enrol(_ paths: [Path]) throws(EvaluationError) -> (EnrolmentReading, unreadable: [Int: String]) {
    let files = files(paths)
    var leftOut: Set<Int> = []
    var leftOutPlaces: [FramePlace] = []
    var tries = 0
    func ended(
      _ templates: [FaceTemplate], _ frames: [EnrolmentFrame], failure: String?
    ) -> (EnrolmentReading, [Int: String]) {
      let reading = EnrolmentReading(
        templates: templates, tries: tries, leftOut: leftOutPlaces, failure: failure)
      return (reading, Self.unreadable(in: frames))
    }
    while true {
      tries += 1
      let store = MemoryStore()
      try enter([], into: store)
      do throws(EnrolmentError) {
        let report = try gate(store).enrol(
          Self.user,
          source: FramesWithout(
            FrameFiles(files: files, options: configuration.capture), leftOut: leftOut),
          prompt: ProgrammaticPrompt(answer: { _ in .passcode(Array("benchmark".utf8)) }))
        return ended(try templates(in: store), report.frames, failure: nil)
      } catch {
        switch error {
        case .severalPeople(let others, let frames) where tries < Self.tryLimit:
          let numbers = FramesWithout<FrameFiles>.numbers(leftOut: leftOut, upTo: others.max() ?? 0)
          for other in others {
            leftOut.insert(numbers[other - 1])
            if let origin = frames[other - 1].origin {
              leftOutPlaces.append(FramePlace(origin, among: files))
            }
          }
        case .engine(let failure): throw .engine(failure.description)
        case .severalPeople(_, let frames), .tooFewFrames(_, _, let frames, _):
          return ended([], frames, failure: error.description)
        default: return ended([], [], failure: error.description)
        }
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
    let outcome = gate(store).authenticate(
      Self.user, AuthenticationRequest(policy: .biometrics), from: .files(files(paths)),
      prompt: ProgrammaticPrompt())
    if outcome.error == .biometryNotAvailable {
      throw .engine(outcome.obstacles.map(\.description).joined(separator: " "))
    }
    return (
      TransactionReading(outcome, requiresAttention: configuration.rules.requiresAttention),
      Self.unreadable(in: outcome)
    )
  }

  // MARK: - Files that gave nothing

  private static func unreadable(in frames: [EnrolmentFrame]) -> [Int: String] {
    var obstacles: [Obstacle] = []
    var read: Set<Int> = []
    for frame in frames {
      if case .rejected(let obstacle) = frame.verdict, case .unreadable = obstacle {
        obstacles.append(obstacle)
      } else if let file = frame.origin?.file {
        read.insert(file)
      }
    }
    return unreadable(obstacles, read)
  }

  private static func unreadable(in outcome: Outcome) -> [Int: String] {
    unreadable(
      outcome.tries.flatMap(\.obstacles), outcome.tries.reduce(into: []) { $0.formUnion($1.readFiles) })
  }

  /// Why files gave no frame at all, by their positions; one that gave some may be cut off.
  private static func unreadable(_ obstacles: [Obstacle], _ read: Set<Int>) -> [Int: String] {
    var found: [Int: String] = [:]
    for case .unreadable(.unreadable(let origin, let cause)) in obstacles
    where !read.contains(origin.file) && found[origin.file] == nil {
      found[origin.file] = cause.reason
    }
    return found
  }

  // MARK: - Store

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
