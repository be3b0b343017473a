import FaceGate

/// Decides at the threshold of a model pack.
struct FaceMatcher: Sendable {
  let pack: ModelPack
  private let matcher: Matcher

  /// Throws a configuration failure when the pack states no threshold for the rate at which it decides.
  init(_ pack: ModelPack) throws(Failure) {
    self.pack = pack
    do {
      matcher = try Matcher(pack: pack)
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
