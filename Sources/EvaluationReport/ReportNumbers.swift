import Formats
import Platform

/// Numbers as the report writes them. The script writes those that follow the slider by the same rules.
enum ReportNumbers {
  /// A no-break space, which keeps a number and its unit on one line.
  static let space = "\u{a0}"

  /// A share in per cent: three significant digits of itself or of what is missing to 1, whichever is
  /// smaller, so that neither 0 nor 100 % is stated unless it is exact. Below 10⁻⁵ it is a power of ten.
  static func share(_ share: Double) -> String {
    guard share.isFinite else { return "–" }
    if share <= 0 { return "0\(space)%" }
    if share >= 1 { return "100\(space)%" }
    if share < 1e-5 { return power(share) }
    let smaller = 100 * min(share, 1 - share)
    let decimals = min(9, max(0, 2 - Int(log10(smaller).rounded(.down))))
    return fixed(100 * share, decimals: decimals) + "\(space)%"
  }

  /// A number of magnitude below 1 as `1.23 × 10⁻⁷`.
  private static func power(_ value: Double) -> String {
    let parts = scientific(value, digits: 3).split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return fixed(value, decimals: 0) }
    return "\(parts[0])\(space)×\(space)10" + superscript(exponent)
  }

  static func superscript(_ value: Int) -> String {
    let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
    let sign = value < 0 ? "⁻" : ""
    return sign + String(String(value.magnitude).compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }

  /// The label of a power of ten on an axis that reaches down to `lowest`.
  static func decade(_ share: Double, lowest: Double) -> String {
    guard lowest < 0.9e-5 else { return trimmed(fixed(100 * share, decimals: 4)) + "\(space)%" }
    return share > 0.5 ? "1" : "10" + superscript(Int(log10(share).rounded()))
  }

  /// Both ends of an interval of shares.
  static func interval(_ interval: ClosedRange<Double>?) -> String {
    guard let interval else { return "" }
    return "\(share(interval.lowerBound)) to \(share(interval.upperBound))"
  }

  /// A target: `1 in 1,000` where it is a small one with a whole inverse, otherwise in per cent.
  static func target(_ rate: Double) -> String {
    let inverse = (1 / rate).rounded()
    let isWhole = inverse < 1e15 && (inverse * rate - 1).magnitude < 1e-9
    if rate <= 0.01, isWhole { return "1 in \(grouped(Int(inverse)))" }
    return trimmed(fixed(100 * rate, decimals: 4)) + "\(space)%"
  }

  /// A score or threshold with four decimals, which tell neighbouring steps of 1/4096 apart.
  static func score(_ score: Double) -> String {
    fixed(score, decimals: 4).replacing("-", with: "−")
  }

  /// A threshold in full as a form field takes it: multiples of 1/4096 have twelve decimals.
  static func exactThreshold(_ threshold: Double) -> String {
    trimmed(fixed(threshold, decimals: 12))
  }

  /// `12 of 50,000`.
  static func count(_ part: UInt64, of whole: UInt64) -> String {
    "\(grouped(part)) of \(grouped(whole))"
  }

  static func grouped(_ value: UInt64) -> String {
    Formats.grouped(Int(clamping: value))
  }

  static func grouped(_ value: Int) -> String {
    Formats.grouped(value)
  }

  /// A place in a drawing, to a tenth of its unit.
  static func coordinate(_ value: Double) -> String {
    trimmed(fixed(value, decimals: 1))
  }
}
