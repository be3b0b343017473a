/// The share of comparisons between different people that are accepted by mistake (FMR, ISO/IEC 19795-1).
public struct FalseMatchRate: RawRepresentable, Comparable, Hashable, Codable, Sendable,
  CustomStringConvertible
{
  /// The share, greater than 0 and at most 1.
  public let rawValue: Double

  /// Makes a rate.
  ///
  /// - Parameter rawValue: The share of false matches.
  /// - Returns: `nil` unless `rawValue` is greater than 0 and at most 1: no finite test shows a rate of 0.
  public init?(rawValue: Double) {
    guard rawValue > 0, rawValue <= 1 else { return nil }
    self.rawValue = rawValue
  }

  /// Reads a rate.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when the number is no rate.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let rate = FalseMatchRate(rawValue: try container.decode(Double.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a false-match rate is greater than 0 and at most 1")
    }
    self = rate
  }

  /// The share of strangers who match in at least one of several comparisons, at most: the rates added up, since nothing is
  /// known of how the comparisons depend on each other (Boole's inequality).
  ///
  /// - Returns: `nil` for no comparison.
  public func ofAny(of comparisons: Int) -> FalseMatchRate? {
    comparisons > 0 ? FalseMatchRate(rawValue: min(1, rawValue * Double(comparisons))) : nil
  }

  public static func < (left: FalseMatchRate, right: FalseMatchRate) -> Bool {
    left.rawValue < right.rawValue
  }

  /// In words, for example `1 in 10,000`; rates above one tenth in per cent.
  public var description: String {
    if isInPerCent { return "\(Int((rawValue * 100).rounded())) %" }
    return "1 in \(Self.rounded(1 / rawValue))"
  }

  /// The rate with what it counts: `1 in 10,000 pairs`, `50 % of pairs`.
  package func words(of things: String) -> String {
    "\(self)\(isInPerCent ? " of" : "") \(things)"
  }

  private var isInPerCent: Bool { rawValue > 0.1 }

  /// A number with two significant digits and commas between thousands: more digits would claim a precision
  /// that no measurement of a false-match rate has.
  private static func rounded(_ number: Double) -> String {
    guard number < 1e15 else { return "\(number)" }
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    var digits = Array(String(Int((number / unit).rounded() * unit)))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: position)
      position -= 3
    }
    return String(digits)
  }
}
