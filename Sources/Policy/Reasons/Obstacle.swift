import Capture
import Findings
import Platform
import Store

/// One thing that stood in the way of letting somebody in, or of enrolling a frame, with its numbers.
///
/// Nobody needs to read a sentence to find out what happened: programs switch over the cases or take `name`; `description`
/// is what a person is told.
public enum Obstacle: Sendable, Equatable {
  // MARK: Frames

  /// There is not a single frame.
  case noFrame
  /// A frame, a file or a whole source could not be read.
  case unreadable(CaptureError)
  /// A part that checking faces takes does not work here.
  case engine(EngineFailure)

  // MARK: What a frame shows

  case noFace
  /// The eyes are this many pixels apart, which is too few.
  case tooSmall(eyeDistance: Double)
  case severalFaces(count: Int)
  /// What makes the face hard to recognise, the worst first.
  case poorQuality([QualityReason])
  case inattentive(Inattention)
  /// The points of the face coincide, so that it cannot be brought into the upright square that is compared.
  case degenerateFace

  // MARK: Life

  /// The face was judged to be a picture or a mask.
  case notLive(LivenessReason)
  /// What is missing to tell whether a living person is there; `nil` where there were too few frames.
  case lifeUndecided(LivenessReason?)
  /// The face left before it was certain that a living person is there.
  case faceLeft
  /// The face that was watched is not the one that was to be compared.
  case faceChanged

  // MARK: Comparison and rules

  /// A face was compared and is not the enrolled one.
  case noMatch
  /// The enrolment was made with another embedding model.
  case otherModel
  /// No face may be compared now, or none can be.
  case blocked(PasscodeReason)
  /// A passcode was not accepted, or could not be asked for.
  case passcode(PasscodeRefusal)

  // MARK: From outside

  /// Somebody ended the evaluation.
  case cancelled(CancellationFlag.Cause)
  /// A newer evaluation of the same person began.
  case superseded
  /// There is no store in this folder.
  case noStore(directory: Path)
  /// The store does not work.
  case store(StoreError)
  /// The decision could not be written into the audit log.
  case notAudited(StoreError)

  /// What a reason for doubting life is in this vocabulary, where it is about what the frame shows.
  public init(_ reason: LivenessReason) {
    switch reason {
    case .noFace: self = .noFace
    case .tooSmall(let pixels): self = .tooSmall(eyeDistance: pixels)
    case .severalFaces(let count): self = .severalFaces(count: count)
    case .poorQuality(let reason): self = .poorQuality([reason])
    case .inattentive(let reason): self = .inattentive(reason)
    case .movesLikePicture, .looksLikeAttack, .challengeFailed: self = .notLive(reason)
    case .tooLittleMotion, .tooFewScores, .tooFewFrames, .framesJump, .framesRepeat, .challengeNotBegun,
      .challengeDue, .noChallenge:
      self = .lifeUndecided(reason)
    }
  }

  /// A short name for programs, the same for all numbers.
  public var name: String {
    switch self {
    case .noFrame: "noFrame"
    case .unreadable: "unreadable"
    case .engine: "engine"
    case .noFace: "noFace"
    case .tooSmall: "tooSmall"
    case .severalFaces: "severalFaces"
    case .poorQuality(let reasons): reasons.first?.name ?? "poorQuality"
    case .inattentive(let reason): reason.rawValue
    case .degenerateFace: "degenerateFace"
    case .notLive(let reason): reason.name
    case .lifeUndecided(let reason): reason?.name ?? "lifeUndecided"
    case .faceLeft: "faceLeft"
    case .faceChanged: "faceChanged"
    case .noMatch: "noMatch"
    case .otherModel: "otherModel"
    case .blocked(let reason): reason.name
    case .passcode(let refusal): refusal.name
    case .cancelled(.app): "cancelledByApp"
    case .cancelled(.system): "cancelledBySystem"
    case .superseded: "superseded"
    case .noStore: "noStore"
    case .store: "store"
    case .notAudited: "notAudited"
    }
  }
}
