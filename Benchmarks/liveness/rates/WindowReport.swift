import Facelatch

extension JSON {
  /// The verdict at the end of one window and the numbers behind it, and when each verdict was first given.
  init(
    _ evidence: MotionEvidence, path: String, startSeconds: Double, faceShare: Double,
    first: [MotionVerdict: Double]
  ) {
    self = .object([
      ("path", .text(path)), ("start", JSON.rounded(startSeconds)), ("faceShare", JSON.rounded(faceShare)),
      ("verdict", .text(evidence.verdict.rawValue)), ("comparisons", .number(Double(evidence.comparisons))),
      ("turn", JSON.rounded(evidence.turnDegrees)), ("expectedDepth", JSON.fine(evidence.expectedDepth)),
      ("depth", JSON.fine(evidence.depth)), ("depthRatio", JSON.rounded(evidence.depthRatio)),
      ("agreement", JSON.rounded(evidence.agreement)), ("difference", JSON.rounded(evidence.difference)),
      ("firstLive", JSON.rounded(first[.live])), ("firstFlat", JSON.rounded(first[.flat])),
      ("mouth", JSON.rounded(evidence.mouthChange)), ("blinks", .number(Double(evidence.blinkCount))),
    ])
  }

  init(_ blink: Blink, path: String) {
    self = .object([
      ("path", .text(path)), ("begin", JSON.rounded(blink.beginSeconds)),
      ("peak", JSON.rounded(blink.peakSeconds)), ("end", JSON.rounded(blink.endSeconds)),
      ("remainingOpening", JSON.rounded(blink.remainingOpening)),
    ])
  }

  /// A number with at most five decimals.
  static func fine(_ value: Double) -> JSON { .number((value * 100_000).rounded() / 100_000) }
}
