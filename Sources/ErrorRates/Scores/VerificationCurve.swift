/// The error rates at a threshold: a point of the ROC and DET curves.
public struct VerificationCurvePoint: Hashable, Sendable {
  public let threshold: Double

  /// False-match rate, 0…1.
  public let falseMatchRate: Double

  /// False non-match rate, 0…1.
  public let falseNonMatchRate: Double

  public init(threshold: Double, falseMatchRate: Double, falseNonMatchRate: Double) {
    self.threshold = threshold
    self.falseMatchRate = falseMatchRate
    self.falseNonMatchRate = falseNonMatchRate
  }
}

extension VerificationScores {
  /// The error rates at every different score by rising score, and at one threshold that no score reaches.
  ///
  /// Counts on the grid stand for scores rounded down to it; a threshold of the grid that has no score of its own has
  /// the rates of the next one that has.
  ///
  /// - Parameter maximumPointCount: How many points are wanted at most, two or more. Points are left out where the
  ///   logarithms of the two error counts change least, so that both ends of a DET curve keep theirs; the first and
  ///   the last point stay.
  /// - Returns: No point where there is no genuine or no impostor score.
  public func curve(maximumPointCount: Int = .max) -> [VerificationCurvePoint] {
    guard genuine.count > 0, impostor.count > 0 else { return [] }
    let logarithms = { (falseMatches: Int, falseNonMatches: Int) in
      ElementaryFunctions.logarithmOfOnePlus(Double(falseNonMatches))
        - ElementaryFunctions.logarithmOfOnePlus(Double(falseMatches))
    }
    let start = logarithms(impostor.count, 0)
    let length = logarithms(0, genuine.count) - start
    // The way along the curve is cut into parts of equal length, each with one point: its first.
    let parts = Double(max(2, maximumPointCount) - 1)
    var nextPart = 0.0
    var points: [VerificationCurvePoint] = []
    for step in ScoreSteps(self) {
      let isLast = step.impostorAtOrAbove == 0 && step.genuineBelow == genuine.count
      if maximumPointCount < .max, !isLast {
        let part = (logarithms(step.impostorAtOrAbove, step.genuineBelow) - start) / length * parts
        guard part >= nextPart else { continue }
        nextPart = min(part.rounded(.down) + 1, parts)
      }
      points.append(point(at: step))
    }
    return points
  }

  func point(at step: ScoreSteps.Step) -> VerificationCurvePoint {
    VerificationCurvePoint(
      threshold: step.threshold, falseMatchRate: Double(step.impostorAtOrAbove) / Double(impostor.count),
      falseNonMatchRate: Double(step.genuineBelow) / Double(genuine.count))
  }

  /// The area under the ROC curve: how often a genuine score is higher than an impostor score when both are drawn at
  /// random, equal ones counting half (Mann and Whitney 1947).
  ///
  /// Exact for listed scores. Counts on the grid stand for scores rounded down to it. pyeer leaves out the part of the
  /// curve above the highest score.
  ///
  /// - Returns: `nil` where there is no genuine or no impostor score.
  public var areaUnderCurve: Double? {
    guard genuine.count > 0, impostor.count > 0 else { return nil }
    var area = 0.0
    var previous: ScoreSteps.Step?
    for step in ScoreSteps(self) {
      if let previous {
        let width = previous.impostorAtOrAbove - step.impostorAtOrAbove
        let heights = 2 * genuine.count - previous.genuineBelow - step.genuineBelow
        area += Double(width) / Double(impostor.count) * Double(heights) / Double(2 * genuine.count)
      }
      previous = step
    }
    return area
  }
}
