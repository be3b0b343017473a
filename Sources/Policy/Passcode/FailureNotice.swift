/// What happened, and what there is to say about it.
public struct FailureNotice: Sendable {
  public var user: String
  /// What the last try failed at.
  public var cause: Try.Cause
  /// What stood in the way in it.
  public var obstacles: [Obstacle]
  /// The app's words for the person.
  public var reason: String
  /// Matches that remain before biometry locks.
  public var attemptsLeft: Int
  /// Titles of the choices.
  public var fallbackTitle: String
  public var cancelTitle: String
  /// See `PasscodeRequest.isInterrupted`.
  public var isInterrupted: @Sendable () -> Bool
}
