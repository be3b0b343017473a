import ErrorRates
import Testing

@Suite("Error rates of presentation attack detection")
struct PresentationScoresTests {
  static func attack(_ species: String, _ score: Double?) -> Presentation {
    Presentation(kind: .attack(species: species), score: score, subject: "a")
  }

  static func bonaFide(_ score: Double?) -> Presentation {
    Presentation(kind: .bonaFide, score: score, subject: "b")
  }

  static let small = PresentationScores([
    bonaFide(0.9), bonaFide(0.6), bonaFide(0.4), bonaFide(nil),
    attack("print", 0.1), attack("print", 0.5), attack("print", nil), attack("print", .infinity),
    attack("mask", 0.7), attack("mask", 0.2),
  ])

  @Test("Rates by species, non-responses apart")
  func byHand() {
    #expect(Self.small.species == ["mask", "print"])
    let rates = Self.small.rates(at: 0.5)
    #expect(rates.attackErrors == ["print": Rate(events: 1, trials: 4), "mask": Rate(events: 1, trials: 2)])
    #expect(
      rates.attackNonResponses == [
        "print": Rate(events: 2, trials: 4), "mask": Rate(events: 0, trials: 2),
      ])
    #expect(rates.bonaFideErrors == Rate(events: 1, trials: 3))
    #expect(rates.bonaFideNonResponses == Rate(events: 1, trials: 4))
    #expect(rates.highestAttackError == 0.5)
    #expect(rates.averageError?.isNear(5.0 / 12) == true)
  }

  @Test("The lowest threshold that keeps every species at a rate")
  func rateForAttackError() throws {
    let none = try #require(Self.small.rates(forAttackError: 0))
    #expect(none.threshold == 0.9 && none.bonaFideErrors == Rate(events: 2, trials: 3))
    let half = try #require(Self.small.rates(forAttackError: 0.5))
    #expect(half.threshold == 0.4 && half.bonaFideErrors == Rate(events: 0, trials: 3))
    #expect(Self.small.rates(forAttackError: 1)?.threshold == 0.1)
    #expect(Self.small.rates(forAttackError: -1) == nil)
    let highest = PresentationScores([Self.bonaFide(0.5), Self.attack("print", 1)])
    #expect(highest.rates(forAttackError: 0)?.threshold == 1.0.nextUp)
  }

  @Test("Without attacks or without bona fide responses there is nothing to weigh")
  func oneSided() {
    let attacks = PresentationScores([Self.attack("print", 0.5), Self.bonaFide(nil)])
    let bonaFide = PresentationScores([Self.bonaFide(0.5)])
    for scores in [attacks, bonaFide, PresentationScores([])] {
      #expect(scores.equalErrorRate == nil && scores.rates(forAttackError: 0.5) == nil)
      #expect(scores.rates(at: 0.5).averageError == nil)
    }
    #expect(attacks.rates(at: 0.5).bonaFideErrors.value == nil)
    #expect(attacks.rates(at: 0.5).bonaFideNonResponses == Rate(events: 1, trials: 1))
    #expect(bonaFide.rates(at: 0.5).highestAttackError == nil)
  }

  @Test("Attacks that never get a response are never accepted")
  func silentAttacks() throws {
    let scores = PresentationScores([Self.attack("print", nil), Self.bonaFide(0.5)])
    #expect(scores.equalErrorRate?.value == 0)
    #expect(try #require(scores.rates(forAttackError: 0)).bonaFideErrors == Rate(events: 0, trials: 1))
  }

  @Test("The equal error rate is that of a plain computation")
  func equalErrorRate() throws {
    let metrics = try MetricsExpectations.load()
    let scores = PresentationScores(metrics.presentedFaces)
    let equal = try #require(scores.equalErrorRate)
    #expect(equal.value.isNear(metrics.presentationEqualErrorRate))
    let rates = scores.rates(at: equal.threshold)
    #expect(
      [equal.lower, equal.upper]
        == [rates.highestAttackError, rates.bonaFideErrors.value].compactMap { $0 }.sorted())
  }

  @Test("Intervals over subjects are those of a plain computation with the same draws")
  func subjects() throws {
    let metrics = try MetricsExpectations.load()
    let scores = PresentationScores(metrics.presentedFaces)
    let intervals = try #require(scores.subjectIntervals(at: 0.5, rounds: metrics.rounds))
    let found = [
      intervals.attackErrors["mask"], intervals.attackErrors["print"], intervals.attackErrors["replay"],
      intervals.highestAttackError, intervals.bonaFideErrors, intervals.averageError,
    ]
    for (interval, expected) in zip(found, metrics.presentationBootstrap.intervals) {
      #expect(interval?.isNear(expected) == true, "\(String(describing: interval)), \(expected)")
    }
    #expect(intervals.subjects == 12)
    let never = try #require(scores.subjectIntervals(at: 2))
    #expect(never.attackErrors.isEmpty && never.highestAttackError == nil && never.bonaFideErrors == nil)
  }

  @Test("A presentation of an unknown subject forbids drawing subjects")
  func unknownSubject() {
    let scores = PresentationScores([
      Self.bonaFide(0.5), Presentation(kind: .attack(species: "print"), score: 0.5),
    ])
    #expect(scores.subjectIntervals(at: 0.5) == nil)
    #expect(PresentationScores([]).subjectIntervals(at: 0.5) == nil)
  }
}
