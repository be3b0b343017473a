import Findings

/// When a movement counts.
public struct ChallengeRules: Sendable, Equatable {
  /// Seconds for each step, from the end of the one before.
  public var secondsPerStep = 5.0

  /// Seconds in which the person has to look straight ahead at the beginning.
  public var secondsToStart = 5.0

  /// Largest angle between the face and the camera's axis at the beginning, about each axis, in degrees.
  public var largestStartAngle = 15.0

  /// Least turn to the side in degrees. The mesh network tells turns for pictures, too, up to 19° from one side to the
  /// other when they are turned by 35° to each, more when they are bent: `LivenessWatch` asks for the motion of a head as
  /// well.
  public var turnDegrees = 20.0

  /// Least nod up or down in degrees.
  public var nodDegrees = 12.0

  /// Below this angle from the beginning the head is back.
  public var returnDegrees = 8.0

  /// How many blinks answer the request to blink: a single one comes by itself every few seconds.
  public var blinkCount = 2

  /// Seconds in which these blinks have to come.
  public var blinkSeconds = 2.5

  /// Seconds after the request before which a blink does not count: it was on its way already.
  public var reactionSeconds = 0.25

  public init() {}

  /// Seconds that a challenge takes at most, the beginning included.
  ///
  /// - Parameter stepCount: How many movements it asks for; the most there are by default.
  public func longestSeconds(stepCount: Int = 3) -> Double {
    secondsToStart + Double(stepCount) * secondsPerStep
  }
}
