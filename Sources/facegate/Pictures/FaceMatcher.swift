import FaceGate

/// Decides at the threshold of a model pack.
struct FaceMatcher: Sendable {
  let pack: ModelPack
  private let matcher: Matcher

  /// Throws a configuration failure when the pack states no threshold for the rate at which it decides.
  init(_ pack: ModelPack) throws(Failure) {
    self.pack = pack
    do {
      let points = try OperatingPoints(pack.embedding.operatingPoints.compactMap(OperatingPoint.init))
      guard let rate = FalseMatchRate(rawValue: pack.embedding.decisionFalseMatchRate) else {
        throw MatchingError.invalidOperatingPoints(detail: "the rate to decide at is no rate")
      }
      matcher = try Matcher(operatingPoints: points, decidingAt: rate)
    } catch {
      throw Failure(
        printable(pack.directory), cause: "\(error)", cure: "correct 'operatingPoints' in its manifest",
        exitCode: .configuration)
    }
  }

  var threshold: Score { matcher.threshold }

  func verdict(_ first: FaceTemplate, _ second: FaceTemplate) throws(Failure) -> Matcher.Verdict {
    do {
      return try matcher.verdict(first, second)
    } catch {
      throw Failure(cause: "\(error)", exitCode: .configuration)
    }
  }
}

extension OperatingPoint {
  fileprivate init?(_ measured: MeasuredThreshold) {
    guard let rate = FalseMatchRate(rawValue: measured.falseMatchRate) else { return nil }
    self.init(falseMatchRate: rate, threshold: Score(measured.threshold))
  }
}
