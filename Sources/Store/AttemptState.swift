/// What happened at the last attempts of one person to be let in.
///
/// A failure is counted before the comparison runs and taken back only by success, so a killed process leaves the
/// count as if it had failed.
public struct AttemptState: Sendable, Equatable {
  /// Face matches since the last success.
  public var failedMatches: Int

  /// When the last match that still counts as failed began.
  public var lastFailedMatch: Moment?

  /// Tries since the last success that showed the enrolled face before it was known whether a living person is there.
  public var undecidedTries: Int

  /// Passcode comparisons since the last success.
  public var failedPasscodes: Int

  /// When the present passcode delay began: with the failure that caused it, or anew with a restart.
  public var passcodeDelayStart: Moment?

  /// The last success with the passcode.
  public var lastPasscode: Moment?

  /// The last success with the face.
  public var lastBiometric: Moment?

  /// Number of the evaluation that began last; an older one that still runs gives up when it sees another number.
  public var evaluation: UInt64

  /// The limits that belong to the record, whatever rules an evaluation names; `nil` in records that have met none.
  public var limits: AttemptLimits?

  /// The state of a person who never tried.
  public init(
    failedMatches: Int = 0, lastFailedMatch: Moment? = nil, undecidedTries: Int = 0, failedPasscodes: Int = 0,
    passcodeDelayStart: Moment? = nil, lastPasscode: Moment? = nil, lastBiometric: Moment? = nil,
    evaluation: UInt64 = 0, limits: AttemptLimits? = nil
  ) {
    self.failedMatches = failedMatches
    self.lastFailedMatch = lastFailedMatch
    self.undecidedTries = undecidedTries
    self.failedPasscodes = failedPasscodes
    self.passcodeDelayStart = passcodeDelayStart
    self.lastPasscode = lastPasscode
    self.lastBiometric = lastBiometric
    self.evaluation = evaluation
    self.limits = limits
  }
}
