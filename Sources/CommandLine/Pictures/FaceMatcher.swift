import Facelatch

/// Decides at an operating point of a model pack.
struct FaceMatcher: Sendable {
  let pack: ModelPack
  /// Where it decides, and who measured that.
  let decision: DecisionPoint
  private let matcher: Matcher

  /// Makes a matcher.
  ///
  /// - Parameter rate: What `--fmr` says; `nil` for the rate that the pack names.
  /// - Throws: A usage failure when that rate was not measured, a configuration failure when the pack states no threshold
  ///   for its own one.
  init(_ pack: ModelPack, decidingAt rate: FalseMatchRate? = nil) throws(Failure) {
    self.pack = pack
    do {
      matcher = try Matcher(pack: pack, decidingAt: rate)
    } catch {
      if rate != nil, case .falseMatchRateNotMeasured = error {
        throw Failure("'--fmr'", cause: "\(error)", exitCode: .usage)
      }
      throw Failure(
        printable(pack.directory), cause: "\(error)", cure: "correct 'operatingPoints' in its manifest",
        exitCode: .configuration)
    }
    decision = DecisionPoint(of: matcher, pack: pack)
  }

  var threshold: Score { decision.threshold }

  func verdict(_ first: FaceTemplate, _ second: FaceTemplate) throws(Failure) -> Matcher.Verdict {
    do {
      return try matcher.verdict(first, second)
    } catch {
      throw Failure(cause: "\(error)", exitCode: .configuration)
    }
  }
}
