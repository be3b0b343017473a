import Facelatch
import Findings
import Formats

/// What stood in the way of a transaction: the last judgement of a face; where no try came to one, what was missing in the
/// last.
package enum RefusalCause: String, Sendable, CaseIterable {
  /// A face was compared and was not the enrolled one.
  case noMatch
  /// The face was judged to be a picture or a mask.
  case notLive
  /// The frames did not show whether a living person is there.
  case livenessUndecided
  /// No open eyes looked at the camera.
  case inattentive
  /// More than one person was in view.
  case severalFaces
  /// No frame showed a face that could be compared.
  case noUsableFace

  init(_ cause: Try.Cause, sawInattention: Bool) {
    self =
      switch cause {
      case .noMatch: .noMatch
      case .notLive: .notLive
      case .livenessUndecided: .livenessUndecided
      case .severalFaces: .severalFaces
      case .noUsableFace: sawInattention ? .inattentive : .noUsableFace
      }
  }

  /// For a person, for example `not attentive`.
  package var words: String {
    switch self {
    case .noMatch: "no match"
    case .notLive: "not live"
    case .livenessUndecided: "life undecided"
    case .inattentive: "not attentive"
    case .severalFaces: "several faces"
    case .noUsableFace: "no usable face"
    }
  }
}

/// How a transaction ended.
package struct TransactionReading: CachedReading {
  /// Whether the person was let in by the face.
  package let isAccepted: Bool
  /// The score of the last face that was compared; `nil` where none was.
  package let score: Double?
  /// The name of the error that an app would see; `nil` after success.
  package let error: String?
  /// What stood in the way; `nil` after success, and where a rule about times did.
  package let cause: RefusalCause?
  /// Frames that were looked at.
  package let frames: Int
  /// One sentence per thing that stood in the way, in any try.
  package let reasons: [String]

  init(
    isAccepted: Bool, score: Double?, error: String?, cause: RefusalCause? = nil, frames: Int,
    reasons: [String]
  ) {
    self.isAccepted = isAccepted
    self.score = score
    self.error = error
    self.cause = cause
    self.frames = frames
    self.reasons = reasons
  }

  /// What an outcome tells.
  init(_ outcome: Outcome, requiresAttention: Bool) {
    let causes = outcome.authenticated ? [] : outcome.tries.compactMap(\.cause)
    let sawInattention =
      requiresAttention
      && outcome.tries.contains { seen in
        seen.obstacles.contains { if case .inattentive = $0 { true } else { false } }
      }
    self.init(
      isAccepted: outcome.authenticated, score: outcome.score?.rawValue, error: outcome.error?.name,
      cause: (causes.last { $0.isJudgement } ?? causes.last).map {
        RefusalCause($0, sawInattention: sawInattention)
      },
      frames: outcome.frames,
      reasons: outcome.authenticated ? [] : outcome.obstacles.map(\.description))
  }

  package var bytes: [UInt8] {
    let json = JSON.object([
      "isAccepted": .boolean(isAccepted), "score": score.map { .exact($0) } ?? .null,
      "error": error.map { .string($0) } ?? .null, "cause": cause.map { .string($0.rawValue) } ?? .null,
      "frames": .integer(frames), "reasons": .array(reasons.map { .string($0) }),
    ])
    return Array(json.text.utf8)
  }

  package init?(_ bytes: some Collection<UInt8>) {
    let reader = DocumentReader()
    guard let document = reader.document(Array(bytes)) else { return nil }
    let isAccepted = document["isAccepted"]?.boolean()
    let score = document.present("score")?.number()
    let error = document.present("error")?.string()
    let cause = document.present("cause")?.word(of: RefusalCause.self)
    let frames = document["frames"]?.wholeNumber()
    let reasons = document["reasons"]?.all { $0.string() }
    document.finish()
    guard let isAccepted, let frames, let reasons, reader.faults.isEmpty else { return nil }
    self.init(
      isAccepted: isAccepted, score: score, error: error, cause: cause, frames: frames, reasons: reasons)
  }
}
