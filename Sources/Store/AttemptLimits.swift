/// The limits that belong to a record: those under which its passcode was right last, tightened by those of each attempt
/// since, so that nobody gets more attempts by naming looser rules.
public struct AttemptLimits: Sendable, Equatable {
  /// Failed matches in a row that lock the face.
  public var failedMatches: Int

  /// Failed matches after which each further one has to wait; `nil` for never.
  public var failedMatchesBeforeDelay: Int?

  /// The pause before a match once there is one, in seconds.
  public var matchDelaySeconds: Double

  /// Undecided tries in a row after which the passcode is needed; `nil` for never.
  public var undecidedTries: Int?

  /// Wrong passcodes in a row after which none is accepted any more; `nil` for never.
  public var failedPasscodes: Int?

  /// The pause after the first, second, … wrong passcode in a row, in seconds; the last one holds for all further ones.
  public var passcodeDelaysSeconds: [Double]

  /// Whether the first success after a restart needs the passcode.
  public var passcodeAfterRestart: Bool

  /// Seconds without any success after which the passcode is needed; `nil` for never.
  public var unlockAgeSeconds: Double?

  /// Seconds without passcode after which it is needed, unless the face succeeded within `biometricAgeSeconds`; `nil` for
  /// never.
  public var passcodeAgeSeconds: Double?

  /// See `passcodeAgeSeconds`.
  public var biometricAgeSeconds: Double

  public init(
    failedMatches: Int, failedMatchesBeforeDelay: Int?, matchDelaySeconds: Double, undecidedTries: Int?,
    failedPasscodes: Int?, passcodeDelaysSeconds: [Double], passcodeAfterRestart: Bool,
    unlockAgeSeconds: Double?, passcodeAgeSeconds: Double?, biometricAgeSeconds: Double
  ) {
    self.failedMatches = failedMatches
    self.failedMatchesBeforeDelay = failedMatchesBeforeDelay
    self.matchDelaySeconds = matchDelaySeconds
    self.undecidedTries = undecidedTries
    self.failedPasscodes = failedPasscodes
    self.passcodeDelaysSeconds = passcodeDelaysSeconds
    self.passcodeAfterRestart = passcodeAfterRestart
    self.unlockAgeSeconds = unlockAgeSeconds
    self.passcodeAgeSeconds = passcodeAgeSeconds
    self.biometricAgeSeconds = biometricAgeSeconds
  }
}
