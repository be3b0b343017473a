import Matching
import Testing

struct OperatingPointsTests {
  /// Rates of 1e-2, 1e-4 and 1e-5 at 0.2, 0.4 and 0.5, in mixed order.
  static func measured() throws -> OperatingPoints {
    try OperatingPoints([point(1e-4, 0.4), point(1e-2, 0.2), point(1e-5, 0.5)])
  }

  static func point(_ rate: Double, _ threshold: Double) throws -> OperatingPoint {
    OperatingPoint(falseMatchRate: try #require(FalseMatchRate(rawValue: rate)), threshold: Score(threshold))
  }

  @Test("points are kept by rising threshold")
  func sorted() throws {
    #expect(try Self.measured().points.map(\.threshold.rawValue) == [0.2, 0.4, 0.5])
  }

  @Test(
    "the rate at a score is interpolated on a logarithmic scale",
    arguments: [(0.2, 1e-2), (0.3, 1e-3), (0.25, 10 ** -2.5), (0.4, 1e-4), (0.45, 10 ** -4.5), (0.5, 1e-5)])
  func interpolatedRate(score: Double, expected: Double) throws {
    guard case .about(let rate) = try Self.measured().falseMatchRate(at: Score(score)) else {
      Issue.record("a score inside of the measured range must have a rate")
      return
    }
    #expect(abs(rate.rawValue / expected - 1) < 1e-12)
  }

  @Test("a score beyond the measured range has a bound and no rate")
  func bounds() throws {
    let points = try Self.measured()
    #expect(points.falseMatchRate(at: Score(0.500001)) == .below(points.points[2].falseMatchRate))
    #expect(points.falseMatchRate(at: Score(1)) == .below(points.points[2].falseMatchRate))
    #expect(points.falseMatchRate(at: Score(0.199999)) == .above(points.points[0].falseMatchRate))
    #expect(points.falseMatchRate(at: Score(-1)).description == "above 1 in 100")
    #expect(points.falseMatchRate(at: Score(0.9)).description == "below 1 in 100,000")
  }

  @Test("the rate falls with the score without a step upwards")
  func monotone() throws {
    let points = try OperatingPoints([
      Self.point(1e-3, 0.366), Self.point(1e-4, 0.422), Self.point(1e-5, 0.476),
    ])
    var previous = 1.0
    for step in -1000...1000 {
      let rate = points.falseMatchRate(at: Score(Double(step) / 1000)).rate.rawValue
      #expect(rate <= previous)
      previous = rate
    }
  }

  @Test("threshold and rate undo each other", arguments: [1e-2, 5e-3, 1e-3, 1e-4, 3e-5, 1e-5])
  func inverse(rate: Double) throws {
    let points = try Self.measured()
    let threshold = try points.threshold(for: #require(FalseMatchRate(rawValue: rate)))
    #expect(abs(points.falseMatchRate(at: threshold).rate.rawValue / rate - 1) < 1e-9)
  }

  @Test("a rate that was not measured has no threshold", arguments: [1e-6, 2e-2, 1])
  func unmeasured(rate: Double) throws {
    let points = try Self.measured()
    let requested = try #require(FalseMatchRate(rawValue: rate))
    #expect(
      throws: MatchingError.falseMatchRateNotMeasured(
        requested: requested, lowest: points.points[2].falseMatchRate,
        highest: points.points[0].falseMatchRate)
    ) {
      try points.threshold(for: requested)
    }
  }

  @Test("a single point gives itself and bounds")
  func single() throws {
    let points = try OperatingPoints([Self.point(1e-3, 0.3)])
    let rate = points.points[0].falseMatchRate
    #expect(points.falseMatchRate(at: Score(0.3)) == .about(rate))
    #expect(points.falseMatchRate(at: Score(0.31)) == .below(rate))
    #expect(points.falseMatchRate(at: Score(0.29)) == .above(rate))
    #expect(try points.threshold(for: rate) == Score(0.3))
  }

  @Test("no points, equal thresholds and rates that rise are refused")
  func invalid() throws {
    #expect(throws: MatchingError.self) { try OperatingPoints([]) }
    #expect(throws: MatchingError.self) {
      try OperatingPoints([Self.point(1e-3, 0.3), Self.point(1e-4, 0.3)])
    }
    #expect(throws: MatchingError.self) {
      try OperatingPoints([Self.point(1e-4, 0.3), Self.point(1e-3, 0.4)])
    }
    #expect(throws: MatchingError.self) {
      try OperatingPoints([Self.point(1e-4, 0.3), Self.point(1e-4, 0.4)])
    }
  }

  @Test(
    "a rate reads as a number of tries",
    arguments: [
      (1e-5, "1 in 100,000"), (4.3e-5, "1 in 23,000"), (0.1, "1 in 10"), (0.25, "25 %"), (1, "100 %"),
      (1e-6, "1 in 1,000,000"), (0.0021, "1 in 480"),
    ])
  func rateText(rate: Double, text: String) throws {
    #expect(try #require(FalseMatchRate(rawValue: rate)).description == text)
  }

  @Test(
    "nothing, negative numbers and more than all are no rates", arguments: [0, -0.1, 1.1, .nan, .infinity])
  func noRate(value: Double) {
    #expect(FalseMatchRate(rawValue: value) == nil)
  }
}

infix operator ** : MultiplicationPrecedence

/// A power of ten or of another base with a fractional exponent, by repeated square roots.
private func ** (base: Double, exponent: Double) -> Double {
  var result = 1.0
  var rest = abs(exponent)
  var factor = base
  while rest > 1e-17 {
    if rest >= 1 {
      result *= factor
      rest -= 1
    } else {
      factor = factor.squareRoot()
      rest *= 2
    }
  }
  return exponent < 0 ? 1 / result : result
}
