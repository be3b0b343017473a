import ErrorRates
import Testing

@Suite("Exact binomial intervals")
struct ExactBinomialTests {
  @Test("The limits are those of other programs, up to ten thousand million trials")
  func equalsOthers() throws {
    let table = try MetricsExpectations.load().binomial
    #expect(table.count >= 50)
    for row in table {
      let interval = ExactBinomial.interval(
        events: row.events, trials: row.trials, confidence: row.confidence)
      #expect(interval.lower.isNear(row.lower, 1e-10 * row.lower), "\(row.events) of \(row.trials)")
      #expect(interval.upper.isNear(row.upper, 1e-10 * row.upper), "\(row.events) of \(row.trials)")
    }
  }

  @Test("Without events the upper limit follows from (1 − p)ⁿ = α/2", arguments: [1, 7, 100, 12_345])
  func noEvents(trials: Int) {
    let interval = ExactBinomial.interval(events: 0, trials: trials)
    #expect(interval.lower == 0)
    var survival = 1.0
    for _ in 0..<trials { survival *= 1 - interval.upper }
    #expect(survival.isNear(0.025, 1e-11))
  }

  @Test("Exchanging events and their absence mirrors the interval")
  func mirrored() {
    for trials in [1, 2, 3, 10, 57, 1001] {
      for events in 0...min(trials, 60) {
        let interval = ExactBinomial.interval(events: events, trials: trials)
        let other = ExactBinomial.interval(events: trials - events, trials: trials)
        #expect(interval.isNear(ConfidenceInterval(lower: 1 - other.upper, upper: 1 - other.lower)))
        #expect(interval.contains(Double(events) / Double(trials)))
      }
    }
  }

  @Test("More events raise both limits, more confidence widens")
  func monotone() {
    var previous = ConfidenceInterval(lower: -1, upper: 0)
    for events in 0...200 {
      let interval = ExactBinomial.interval(events: events, trials: 200)
      #expect(interval.upper > previous.upper && interval.lower > previous.lower)
      previous = interval
    }
    for confidence in [1e-9, 0.1, 0.5, 0.9, 0.999_999, 1 - 1e-14] {
      let wider = ExactBinomial.interval(events: 30, trials: 1000, confidence: confidence)
      #expect(wider.upper > wider.lower && wider.lower > 0 && wider.upper < 1)
      #expect(wider.contains(0.03))
    }
  }

  @Test("Numbers that make no sense give an interval still")
  func senseless() {
    #expect(ExactBinomial.interval(events: 3, trials: 0) == ConfidenceInterval(lower: 0, upper: 1))
    #expect(
      ExactBinomial.interval(events: -3, trials: 10) == ExactBinomial.interval(events: 0, trials: 10))
    #expect(
      ExactBinomial.interval(events: 30, trials: 10) == ExactBinomial.interval(events: 10, trials: 10))
    #expect(
      ExactBinomial.interval(events: 3, trials: 10, confidence: .nan)
        == ExactBinomial.interval(events: 3, trials: 10))
    let most = ExactBinomial.interval(events: 1 << 61, trials: .max)
    #expect(most.lower < 0.25 && most.upper > 0.25 && most.upper < 0.250_001)
  }

  @Test("A rate without trials has no value")
  func rate() {
    #expect(Rate(events: 0, trials: 0).value == nil)
    #expect(Rate(events: 1, trials: 4).value == 0.25)
    #expect(Rate(events: 1, trials: 4).interval == ExactBinomial.interval(events: 1, trials: 4))
    #expect(Rate(events: 5, trials: 4) == Rate(events: 4, trials: 4))
    #expect(Rate(events: -1, trials: -4) == Rate(events: 0, trials: 0))
  }

  @Test(
    "Three events must be expected",
    arguments: [(1e-3, 3000), (1e-5, 300_000), (1e-6, 3_000_000), (0.7, 5), (1, 3), (3e-7, 10_000_000)])
  func ruleOfThree(rate: Double, trials: Int) {
    #expect(RuleOfThree.trialsNeeded(for: rate) == trials)
    #expect(RuleOfThree.isSupported(rate: rate, trials: trials))
    #expect(!RuleOfThree.isSupported(rate: rate, trials: trials - 1))
  }

  @Test("No number of trials supports what is no rate", arguments: [0, -1, 1.5, .nan, .infinity, 1e-300])
  func noRate(rate: Double) {
    #expect(RuleOfThree.trialsNeeded(for: rate) == nil)
    #expect(!RuleOfThree.isSupported(rate: rate > 1 ? 0 : rate, trials: 1 << 50))
  }
}
