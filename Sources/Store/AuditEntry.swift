import Findings
import Matching
import Platform

/// One decision, or one use of the vault, as it stands in the audit log. Holds no picture, no template and no passcode.
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
    /// A try is counted as failed; the comparison comes next, and what came of it is a line of its own. Where that is missing,
    /// the try was broken off.
    case charge
    case secretPut = "secret-put"
    case secretGet = "secret-get"
    case secretRemoval = "secret-removal"
    case secretList = "secret-list"
  }

  /// Its place in the log, from 1; `nil` before it is written.
  public package(set) var number: Int?
  /// SHA-256 of the line before, in hexadecimal digits; `nil` for the first.
  public package(set) var previous: String?
  /// When it ended, in UTC: `2025-01-31T12:00:00.000Z`.
  public var time: String
  /// When it began, where it took a while.
  public var began: String?
  public var event: Event
  public var user: String
  /// The file of the program that asked, and the number of its process.
  public var program: String?
  public var pid: Int?
  /// What it said it asks for.
  public var reason: String?
  /// The key of a secret.
  public var key: String?
  /// The number of an evaluation in the person's record, which its charges have too.
  public var evaluation: UInt64?
  /// The policy of an authentication.
  public var policy: Policy?
  /// `success`, or the name of the error; of a charge how it is counted: `charged`, or `chargedAsUndecided`.
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
  /// The lowest score that was a match; like the rates absent where no face was compared.
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
    program = ThisProcess.program?.text
    pid = ThisProcess.identifier
  }

  /// Most characters of an app's words that are kept.
  private static let reasonLimit = 300

  /// Notes what a program says it asks for.
  package mutating func note(reason: String) {
    self.reason = reason.isEmpty ? nil : String(reason.prefix(Self.reasonLimit))
  }

  /// Notes when it began.
  package mutating func note(begin moment: Moment) {
    began = CalendarTime.text(unixSeconds: moment.unixSeconds)
  }
}
