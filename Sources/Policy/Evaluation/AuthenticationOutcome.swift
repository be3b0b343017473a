import Matching
import Store

/// How an evaluation ended.
public struct AuthenticationOutcome: Sendable {
  /// Whether the person was let in.
  public var authenticated: Bool { error == nil }

  /// Why not, or nothing after success.
  public let error: AuthenticationError?

  /// How the person was let in.
  public let method: AuthenticationMethod?

  /// The score of the last face that was compared.
  public var score: Score?

  /// The lowest score that counts as a match.
  public var threshold: Score?

  /// The rate of false matches that the threshold stands for; nothing where the evaluator was not told.
  public var falseMatchRate: FalseMatchRate?

  /// One sentence per thing that stood in the way, the cause of `error` last.
  public var reasons: [String]

  /// Face matches that remain before biometry locks; nothing when the record could not be read.
  public var attemptsLeft: Int?

  /// Frames that were looked at.
  public var frames: Int

  /// SHA-256 of the embedding model that made the templates.
  public var modelHash: String?

  /// The trouble with the store that ended the evaluation, if there was one.
  public var storeError: StoreError?

  /// Opens the vault; only after success.
  public let releaseToken: ReleaseToken?

  /// Success.
  package init(method: AuthenticationMethod, releaseToken: ReleaseToken?) {
    self.error = nil
    self.method = method
    self.releaseToken = releaseToken
    reasons = []
    frames = 0
  }

  /// Failure.
  public init(error: AuthenticationError, reasons: [String] = [], storeError: StoreError? = nil) {
    self.error = error
    method = nil
    releaseToken = nil
    self.reasons = reasons
    self.storeError = storeError
    frames = 0
  }
}
