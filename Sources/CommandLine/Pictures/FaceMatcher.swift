import Facelatch

/// Compares faces, and decides at an operating point of a model pack where it has any.
struct FaceMatcher: Sendable {
  let pack: ModelPack
  /// Where it decides, and who measured that; `nil` where nobody measured anything, so that there are scores alone.
  let decision: DecisionPoint?
  private let matcher: Matcher?

  /// Takes the matcher of a gate, whose pack may have no operating points.
  ///
  /// - Throws: A usage failure when the rate that `--fmr` names was not measured, a configuration failure when no rate was,
  ///   or when the pack states no threshold for its own one.
  init(_ gate: Gate) throws(Failure) {
    pack = try Failure.whenOpening { () throws(GateError) in try gate.models().pack }
    do throws(GateError) {
      let found = try gate.matcher()
      (matcher, decision) = (found, DecisionPoint(of: found, pack: pack))
    } catch {
      let namesRate = gate.configuration.falseMatchRate != nil
      switch error {
      case .matching(.withoutOperatingPoints, _) where !namesRate: (matcher, decision) = (nil, nil)
      case .matching(let cause, _) where namesRate && cause.isAboutRate:
        throw Failure("'--fmr'", cause: "\(cause)", exitCode: .usage)
      default: throw Failure(error)
      }
    }
  }

  /// Where it decides, for who cannot do without.
  ///
  /// - Throws: A configuration failure where nobody measured anything.
  func requireDecision() throws(Failure) -> DecisionPoint {
    guard let decision else { throw .withoutOperatingPoints(pack.directory.text) }
    return decision
  }

  func compare(_ first: MeanTemplate, _ second: MeanTemplate) throws(Failure) -> FaceComparison {
    do {
      guard let matcher else { return .scored(try EvidenceScale(pack: pack).score(first, second)) }
      return .decided(try matcher.verdict(first, second))
    } catch {
      throw Failure(cause: "\(error)", exitCode: .configuration)
    }
  }
}

/// What a comparison of two faces came to.
enum FaceComparison: Sendable {
  case decided(Matcher.Verdict)
  /// What the score stands for is not known.
  case scored(Score)

  var score: Score {
    switch self {
    case .decided(let verdict): verdict.score
    case .scored(let score): score
    }
  }

  var verdict: Matcher.Verdict? {
    if case .decided(let verdict) = self { verdict } else { nil }
  }
}

extension MatchingError {
  /// Whether another rate would do.
  fileprivate var isAboutRate: Bool {
    if case .falseMatchRateNotMeasured = self { true } else { false }
  }
}
