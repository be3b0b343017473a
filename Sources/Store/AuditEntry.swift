import Findings
import Matching

/// One decision, as it stands in the audit log. Holds no picture, no template and no passcode.
///
/// It is `Codable`, so that a program can read the lines of the log.
public struct AuditEntry: Sendable, Codable, Equatable {
  /// What was decided about.
  public enum Event: String, Sendable, Codable {
    case authentication
    case enrolment
    case enrolmentRemoval = "enrolment-removal"
    case passcodeSet = "passcode-set"
    case passcodeChange = "passcode-change"
    case passcodeRemoval = "passcode-removal"
    case userRemoval = "user-removal"
  }

  /// When, in UTC: `2025-01-31T12:00:00.000Z`.
  public var time: String
  public var event: Event
  public var user: String
  /// The policy of an authentication.
  public var policy: Policy?
  /// `success`, or the name of the error.
  public var outcome: String
  /// How the person was let in.
  public var method: AuthenticationMethod?
  /// What the comparison was worth that let the person in; absent after the passcode and after failure.
  public var assurance: Assurance?
  /// What had to show that a living person is there; absent where no frame was looked at.
  public var liveness: LivenessRequirement?
  public var reasons: [String]
  /// How alike the face that was compared last and the look were, -1…1.
  public var score: Double?
  public var threshold: Double?
  /// The rate of false matches that the threshold stands for, per comparison.
  public var falseMatchRate: Double?
  /// The share of strangers whom the whole evaluation would have let in at most, whatever looks and tries it allowed.
  public var transactionFalseMatchRate: Double?
  /// SHA-256 of the embedding model.
  public var model: String?
  /// Matches that remain before biometry locks.
  public var attemptsLeft: Int?
  /// Frames that were looked at.
  public var frames: Int?

  /// Makes an entry.
  ///
  /// - Parameter moment: When it was decided.
  public init(
    at moment: Moment, event: Event, user: String, outcome: String, policy: Policy? = nil,
    reasons: [String] = []
  ) {
    time = CalendarTime.text(unixSeconds: moment.unixSeconds)
    self.event = event
    self.user = user
    self.outcome = outcome
    self.policy = policy
    self.reasons = reasons
  }
}
