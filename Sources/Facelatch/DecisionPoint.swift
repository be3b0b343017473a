import FaceAnalysis
import Matching
import Platform
import Policy
import Store

/// The operating point at which decisions are made: its threshold, what that stands for, and who measured it.
public struct DecisionPoint: Hashable, Sendable, CustomStringConvertible {
  /// The rate of false matches that is accepted.
  public let falseMatchRate: FalseMatchRate

  /// The lowest score that counts as a match.
  public let threshold: Score

  /// Data and protocol of the measurement; for a rate between two measured ones that of both.
  public let source: String

  /// How many impostor comparisons the measurement rests on; for a rate between two measured ones the fewer.
  public let impostorPairs: Int

  /// The point at which a matcher of a pack decides.
  ///
  /// - Parameters:
  ///   - matcher: Made from the pack.
  ///   - pack: Tells where its thresholds come from.
  public init(of matcher: Matcher, pack: ModelPack) {
    falseMatchRate = matcher.falseMatchRate
    threshold = matcher.threshold
    let rate = matcher.falseMatchRate.rawValue
    // By rising threshold, which is by falling rate.
    let points = pack.embedding.operatingPoints
    let neighbours = [points.last { $0.falseMatchRate >= rate }, points.first { $0.falseMatchRate <= rate }]
      .compactMap { $0 }
    var sources: [String] = []
    for point in neighbours where !sources.contains(point.source) { sources.append(point.source) }
    source = sources.joined(separator: "; ")
    impostorPairs = neighbours.map(\.impostorPairs).min() ?? 0
  }

  /// What the threshold stands for on one line, for example `1 in 100,000 pairs of different people, LFW DevTrain`: the
  /// data go by the source up to its first colon.
  public var description: String {
    // A manifest has no key for the data alone; that they come first, up to a colon, is how its sources are written.
    let data = printable(String(source.prefix { $0 != ":" }), limit: 60)
    return falseMatchRate.words(of: "pairs of different people") + (data.isEmpty ? "" : ", " + data)
  }
}
