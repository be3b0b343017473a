/// How often comparisons go wrong at one threshold, as one set of data showed it (ISO/IEC 19795-1).
public struct MeasuredRates: Sendable, Equatable {
  /// Data and protocol of the measurement; what stands before the first colon names the data.
  public let source: String

  /// Share of impostor comparisons that reach the threshold, 0…1. Data that are too few show a rate of 0.
  public let falseMatchRate: Double

  /// 95 % interval of the false-match rate, by a bootstrap that draws people: pairs that share people are not
  /// independent. Where that cannot be had, as without a single false match, the exact one. Nothing where none was
  /// computed.
  public let interval: ClosedRange<Double>?

  /// How many impostor comparisons the false-match rate rests on.
  public let impostorPairs: Int

  /// Share of genuine comparisons that do not reach the threshold, 0…1; nothing where it was not measured.
  public let falseNonMatchRate: Double?

  /// 95 % interval of the false non-match rate, by the same bootstrap.
  public let falseNonMatchInterval: ClosedRange<Double>?

  /// How many genuine comparisons the false non-match rate rests on.
  public let genuinePairs: Int?

  /// Takes over what was measured. A model pack or a file of operating points checks the ranges.
  public init(
    source: String, falseMatchRate: Double, interval: ClosedRange<Double>? = nil, impostorPairs: Int,
    falseNonMatchRate: Double? = nil, falseNonMatchInterval: ClosedRange<Double>? = nil,
    genuinePairs: Int? = nil
  ) {
    self.source = source
    self.falseMatchRate = falseMatchRate
    self.interval = interval
    self.impostorPairs = impostorPairs
    self.falseNonMatchRate = falseNonMatchRate
    self.falseNonMatchInterval = falseNonMatchInterval
    self.genuinePairs = genuinePairs
  }
}

extension MeasuredRates: Codable {
  enum Key: String, CodingKey, CaseIterable {
    case falseMatchRate, interval, impostorPairs, falseNonMatchRate, falseNonMatchInterval, genuinePairs,
      source
  }

  /// Reads rates.
  ///
  /// - Throws: `DecodingError`, also for an interval that is not two numbers of which the lower one comes first.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func interval(_ key: Key) throws -> ClosedRange<Double>? {
      guard let bounds = try container.decodeIfPresent([Double].self, forKey: key) else { return nil }
      guard bounds.count == 2, bounds[0] <= bounds[1] else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "an interval is two numbers, the lower one first")
      }
      return bounds[0]...bounds[1]
    }
    source = try container.decode(String.self, forKey: .source)
    falseMatchRate = try container.decode(Double.self, forKey: .falseMatchRate)
    self.interval = try interval(.interval)
    impostorPairs = try container.decode(Int.self, forKey: .impostorPairs)
    falseNonMatchRate = try container.decodeIfPresent(Double.self, forKey: .falseNonMatchRate)
    falseNonMatchInterval = try interval(.falseNonMatchInterval)
    genuinePairs = try container.decodeIfPresent(Int.self, forKey: .genuinePairs)
  }

  public func encode(to encoder: any Encoder) throws {
    func bounds(_ interval: ClosedRange<Double>?) -> [Double]? {
      interval.map { [$0.lowerBound, $0.upperBound] }
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(falseMatchRate, forKey: .falseMatchRate)
    try container.encodeIfPresent(bounds(interval), forKey: .interval)
    try container.encode(impostorPairs, forKey: .impostorPairs)
    try container.encodeIfPresent(falseNonMatchRate, forKey: .falseNonMatchRate)
    try container.encodeIfPresent(bounds(falseNonMatchInterval), forKey: .falseNonMatchInterval)
    try container.encodeIfPresent(genuinePairs, forKey: .genuinePairs)
    try container.encode(source, forKey: .source)
  }
}
