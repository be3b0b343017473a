import Findings
import Matching
import Store

/// How an evaluation ended, with everything that was found out on the way.
public struct Outcome: Sendable {
  /// Whether the person was let in.
  public var authenticated: Bool { error == nil }

  /// Why not; `nil` after success.
  public let error: AuthenticationError?

  /// How the person was let in; `nil` after failure.
  public let method: AuthenticationMethod?

  /// What the comparison was worth that let the person in; `nil` after the passcode, which satisfies any demand, and after
  /// failure.
  public let assurance: Assurance?

  /// The looks at the person, in their order.
  public package(set) var tries: [Try]

  /// Everything that stood in the way, in the order in which it was met, that of the tries among it; the cause of `error`
  /// comes last.
  public package(set) var obstacles: [Obstacle]

  /// The lowest score that counts as a match; `nil` where no face could have been compared.
  public package(set) var threshold: Score?

  /// The rate of false matches that the threshold stands for, per comparison of one face with one look; `nil` where the
  /// evaluator was not told.
  public package(set) var falseMatchRate: FalseMatchRate?

  /// How many comparisons the evaluation allowed at most: one for each enrolled look in each try. 0 where no face could have
  /// been compared.
  public package(set) var allowedComparisons = 0

  /// The share of strangers whom the whole evaluation would let in at most, whatever looks and tries it allowed: the rate of
  /// a comparison added up (Boole's inequality). `nil` where that rate is not known.
  public var transactionFalseMatchRate: FalseMatchRate? {
    falseMatchRate?.ofAny(of: allowedComparisons)
  }

  /// Face matches that remain before biometry locks; `nil` when the record could not be read.
  public package(set) var attemptsLeft: Int?

  /// SHA-256 of the embedding model that made the templates; `nil` where no face could have been compared.
  public package(set) var modelHash: String?

  /// Opens the vault; only after success.
  public let releaseToken: ReleaseToken?

  /// Success.
  package init(method: AuthenticationMethod, assurance: Assurance? = nil, releaseToken: ReleaseToken?) {
    self.error = nil
    self.method = method
    self.assurance = assurance
    self.releaseToken = releaseToken
    (tries, obstacles) = ([], [])
  }

  /// Failure.
  public init(error: AuthenticationError, obstacles: [Obstacle] = [], tries: [Try] = []) {
    self.error = error
    method = nil
    assurance = nil
    releaseToken = nil
    self.obstacles = obstacles
    self.tries = tries
  }

  /// The score of the last face that was compared; `nil` where none was.
  public var score: Score? { tries.last { $0.comparison != nil }?.comparison?.score }

  /// How many frames the face was made of that was compared last; `nil` where none was.
  public var comparedFrames: Int? { tries.last { $0.comparison != nil }?.comparison?.probeCount }

  /// Frames that were looked at in all tries.
  public var frames: Int { tries.reduce(0) { $0 + $1.frames } }

  /// Frames of recordings that were passed over because they are damaged.
  public var skippedFrames: Int { tries.reduce(0) { $0 + $1.skippedFrames } }

  /// What is known of life after the last try that saw something; `nil` where none did.
  public var liveness: LivenessFindings? { tries.last { $0.liveness != nil }?.liveness }

  /// Whether the last usable face looked at the camera; `nil` where none was seen.
  public var isAttentive: Bool? { tries.last { $0.isAttentive != nil }?.isAttentive }

  /// Whether frames were asked for and none could be read.
  public var sawNothing: Bool {
    tries.contains { $0.frames > 0 } && tries.allSatisfy { $0.readFrames == 0 }
  }

  /// The trouble with the store that ended the evaluation; `nil` where it worked.
  public var storeError: StoreError? {
    guard error == .biometryNotAvailable, case .store(let error)? = obstacles.last else { return nil }
    return error
  }
}
