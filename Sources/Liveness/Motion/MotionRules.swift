import Findings

/// From which figures on motion is taken for that of a head or of a picture.
///
/// The values were chosen on recordings and attacks that are not those whose figures `Documentation/Liveness.md` reports.
public struct MotionRules: Sendable, Equatable {
  /// How many seconds back frames count.
  public var windowSeconds = 3.0

  /// Least frames a second from which motion is told, 8 comparisons in the window; fewer are neither a head nor a picture.
  public var leastFramesPerSecond = 2.9

  /// Least number of compared frames for a living face, about one second of a usual camera. Blinks and the mouth wait for
  /// them as well, so that a picture has the time to show itself.
  public var leastComparisons = 8

  /// Least number of compared frames for a picture.
  public var leastFlatComparisons = 4

  /// Largest difference of a comparison that counts (`MotionEvidence.difference`): beyond, the frames were not brought
  /// together.
  public var largestDifference = 0.3

  /// Least depth that a head has to show (`MotionEvidence.depth`): 0.016 is the nose of a head that turns by one degree to
  /// each side.
  public var leastDepth = 0.016

  /// Least share of the expected depth that a head has to show (`MotionEvidence.depthRatio`).
  public var leastDepthRatio = 0.25

  /// Least `MotionEvidence.agreement` of a head.
  public var leastAgreement = 0.5

  /// From which expected depth on a missing one shows a picture.
  public var leastExpectedDepth = 0.03

  /// From which turn in degrees on a missing depth shows a picture: below, the mesh moves by itself, with a blink for
  /// example.
  public var leastFlatTurn = 4.0

  /// Largest share of the expected depth that a picture shows.
  public var largestFlatRatio = 0.25

  /// Largest `MotionEvidence.difference` of a picture.
  public var largestFlatDifference = 0.12

  /// Whether a blink or a mouth that opens shows a living face where the depth says nothing. Off: lids and lips are what a
  /// still picture is easily given, so only depth counts.
  public var countsExpressions = false

  /// Least change of the opening of the mouth, in distances between the eyes, that counts as an expression.
  public var leastMouthChange = 0.16

  public init() {}

  /// The weaker rules, for cameras before which heads do not turn: a blink or a mouth is enough. Blinking and talking stills
  /// get in with them, see `Documentation/Liveness.md`.
  public static let countingExpressions: MotionRules = {
    var rules = MotionRules()
    rules.countsExpressions = true
    return rules
  }()
}
