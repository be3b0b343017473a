/// How alike two faces are: the cosine of the angle between their templates, from -1 to 1. Higher is more
/// alike.
///
/// A score alone says nothing about certainty; `OperatingPoints.falseMatchRate(at:)` says how often strangers
/// reach it.
public struct Score: RawRepresentable, Comparable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The cosine, -1…1.
  public let rawValue: Double

  /// Makes a score of a cosine.
  ///
  /// - Parameter rawValue: The cosine. Rounding may have pushed it slightly beyond -1…1, so it is clamped; a
  ///   value that is not a number counts as -1, the score that matches nobody.
  public init(rawValue: Double) {
    self.rawValue = rawValue.isNaN ? -1 : min(1, max(-1, rawValue))
  }

  /// Makes a score of a cosine; see `init(rawValue:)`.
  public init(_ cosine: Double) {
    self.init(rawValue: cosine)
  }

  public static func < (left: Score, right: Score) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The cosine with three decimals, for example `0.745`.
  public var description: String {
    let thousandths = Int((abs(rawValue) * 1000).rounded())
    let digits = String(thousandths % 1000)
    let padding = String(repeating: "0", count: 3 - digits.count)
    let sign = rawValue < 0 && thousandths > 0 ? "-" : ""
    return "\(sign)\(thousandths / 1000).\(padding)\(digits)"
  }
}
