import Facelatch

/// Compares faces, and decides at an operating point of a model pack where it has any.
struct FaceMatcher: Sendable {
  let pack: ModelPack
  /// Where it decides, and who measured that; nil where nobody measured anything, so that there are scores alone.
  let decision: DecisionPoint?
  private let matcher: Matcher?

  /// Makes a matcher.
  ///
  /// - Parameter rate: What `--fmr` says; nil for the rate that the pack names.
  /// - Throws: A usage failure when that rate was not measured, a configuration failure when no rate was, or when the
  ///   pack states no threshold for its own one.
  init(_ pack: ModelPack, decidingAt rate: FalseMatchRate? = nil) throws(Failure) {
    self.pack = pack
    do {
      matcher = try Matcher(pack: pack, decidingAt: rate)
    } catch {
      switch error {
      case .withoutOperatingPoints where rate == nil: matcher = nil
      case .withoutOperatingPoints: throw .withoutOperatingPoints(pack)
      case .falseMatchRateNotMeasured where rate != nil:
        throw Failure("'--fmr'", cause: "\(error)", exitCode: .usage)
      default:
        throw Failure(
          pack.directory.description, cause: "\(error)", cure: "correct 'operatingPoints' in its manifest",
          exitCode: .configuration)
      }
    }
    decision = matcher.map { DecisionPoint(of: $0, pack: pack) }
  }

  /// Where it decides, for who cannot do without.
  ///
  /// - Throws: A configuration failure where nobody measured anything.
  func requireDecision() throws(Failure) -> DecisionPoint {
    guard let decision else { throw .withoutOperatingPoints(pack) }
    return decision
  }

  func compare(_ first: FaceTemplate, _ second: FaceTemplate) throws(Failure) -> FaceComparison {
    do {
      guard let matcher else { return .scored(try Matcher.score(first, second)) }
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
