import Findings

/// What the frames of the last seconds show about depth and life, and the verdict.
///
/// Depth is counted as the sine of the angle by which the head turns between two compared frames (root mean square over
/// the comparisons).
public struct MotionEvidence: Sendable, Equatable {
  public let verdict: MotionVerdict

  /// Comparisons between frames that count.
  public let comparisons: Int

  /// Seconds between the first and the last frame that counts.
  public let seconds: Double

  /// The turn that the mesh network tells. It tells one for a tilted picture as well.
  public let expectedDepth: Double

  /// The part of the measured depth that goes along with the expected one; below 0 where it goes against it. About the
  /// expected depth for a head, about 0 for a picture.
  public let depth: Double

  /// `depth` over `expectedDepth`.
  public let depthRatio: Double

  /// The correlation between the measured and the expected depth, -1…1.
  public let agreement: Double

  /// What the motion of a rigid face leaves unexplained: mean difference of the pixels in units of the local contrast,
  /// 0…1.
  public let difference: Double

  /// By how much the direction of the head changed, in degrees, as the mesh network tells it.
  public let turnDegrees: Double

  /// By how much the opening of the mouth changed, in distances between the eyes.
  public let mouthChange: Double

  /// Blinks that ended in this time.
  public let blinkCount: Int

  /// Weighs the evidence.
  init(
    samples: [ParallaxSample], seconds: Double, turnDegrees: Double, mouthChange: Double, blinkCount: Int,
    rules: MotionRules
  ) {
    let samples = samples.filter { $0.difference <= rules.largestDifference }
    comparisons = samples.count
    self.seconds = seconds
    self.turnDegrees = turnDegrees
    self.mouthChange = mouthChange
    self.blinkCount = blinkCount
    var (expected, measured, common, difference) = (0.0, 0.0, 0.0, 0.0)
    for sample in samples {
      expected += (sample.expected * sample.expected).sum()
      let seen = sample.plausible
      measured += (seen * seen).sum()
      common += (sample.expected * seen).sum()
      difference += sample.difference
    }
    let count = Double(max(1, samples.count))
    self.difference = difference / count
    expectedDepth = (expected / count).squareRoot()
    depth = expected > 0 ? common / (expected * count).squareRoot() : 0
    depthRatio = expected > 0 ? common / expected : 0
    agreement = expected > 0 && measured > 0 ? common / (expected * measured).squareRoot() : 0

    let isMeasured = samples.count >= rules.leastComparisons
    let hasDepth =
      isMeasured && depth >= rules.leastDepth && depthRatio >= rules.leastDepthRatio
      && agreement >= rules.leastAgreement
    let lacksDepth =
      samples.count >= rules.leastFlatComparisons && expectedDepth >= rules.leastExpectedDepth
      && turnDegrees >= rules.leastFlatTurn
      && abs(depthRatio) <= rules.largestFlatRatio
      && self.difference <= rules.largestFlatDifference
    let showsLife = rules.countsExpressions && (mouthChange >= rules.leastMouthChange || blinkCount > 0)
    if hasDepth {
      verdict = .live
    } else if lacksDepth {
      verdict = .flat
    } else {
      verdict = isMeasured && showsLife ? .live : .undecided
    }
  }
}
