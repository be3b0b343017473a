import ErrorRates
import Testing

@Suite("Error rates of transactions")
struct TransactionRatesTests {
  static let transactions: [Transaction] = (0..<40).map { index in
    let kinds: [Transaction.Kind] = [
      .genuine, .impostor, .attack(species: "print"), .attack(species: "mask"),
    ]
    return Transaction(kind: kinds[index % 4], isAccepted: index % 3 == 0, identity: index / 8)
  }

  @Test("Accepted and refused are counted by kind")
  func counts() {
    let rates = TransactionRates(Self.transactions)
    // Accepted: 0, 12, 24, 36 of the genuine ones; 9, 21, 33; 6, 18, 30; 3, 15, 27, 39.
    #expect(rates.falseRejections == Rate(events: 6, trials: 10))
    #expect(rates.falseAcceptances == Rate(events: 3, trials: 10))
    #expect(
      rates.attackAcceptances == [
        "print": Rate(events: 3, trials: 10), "mask": Rate(events: 4, trials: 10),
      ])
    #expect(rates.highestAttackAcceptance == 0.4)
    #expect(TransactionRates([]).highestAttackAcceptance == nil)
  }

  @Test("Identities are drawn with all their transactions")
  func interval() throws {
    let resampling = Resampling(groupCount: 5, rounds: 300)
    let interval = try #require(
      TransactionRates.interval(of: .genuine, in: Self.transactions, resampling: resampling))
    // Refused of the two genuine transactions of each identity: 4; 8; 16, 20; 28 (with 24 accepted); 32.
    let refused = [1, 1, 2, 1, 1]
    let rates = (0..<300).map { round in
      Double(zip(resampling.weights(round: round), refused).reduce(0) { $0 + $1.0 * $1.1 }) / 10
    }.sorted()
    #expect(interval.lower >= rates[7] && interval.lower <= rates[8])
    #expect(interval.upper >= rates[291] && interval.upper <= rates[292])
    #expect(interval.contains(0.6))
    #expect(interval == resampling.interval(of: refused.map { Rate(events: $0, trials: 2) }))
    #expect(resampling.interval(of: [Rate(events: 1, trials: 2)]) == nil)
  }

  @Test("No interval without events, or with identities that do not exist")
  func noInterval() {
    let accepted = [Transaction(kind: .genuine, isAccepted: true, identity: 0)]
    let resampling = Resampling(groupCount: 1, rounds: 10)
    #expect(TransactionRates.interval(of: .genuine, in: accepted, resampling: resampling) == nil)
    #expect(
      TransactionRates.interval(of: .genuine, in: Self.transactions, resampling: resampling) == nil)
  }
}
