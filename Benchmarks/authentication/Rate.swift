#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Events among independent trials.
struct Rate: CustomStringConvertible {
  var events = 0
  var trials = 0

  mutating func add(_ happened: Bool) {
    trials += 1
    if happened { events += 1 }
  }

  /// The exact 95 % interval of Clopper and Pearson.
  var interval: ClosedRange<Double> {
    let tail = 0.025
    let low = events == 0 ? 0 : Self.solve { 1 - Self.cumulative(events - 1, trials, $0) - tail }
    let high = events == trials ? 1 : Self.solve { tail - Self.cumulative(events, trials, $0) }
    return low...high
  }

  var description: String {
    guard trials > 0 else { return "no trial" }
    let value = Self.percent(Double(events) / Double(trials))
    return "\(value) % (\(events) of \(trials); 95 %: \(Self.percent(interval.lowerBound)) to "
      + "\(Self.percent(interval.upperBound)) %)"
  }

  /// The chance of at most `count` events.
  private static func cumulative(_ count: Int, _ trials: Int, _ chance: Double) -> Double {
    guard chance > 0 else { return 1 }
    guard chance < 1 else { return count >= trials ? 1 : 0 }
    return (0...count).reduce(0) { sum, events in
      let (n, k) = (Double(trials), Double(events))
      let ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
      return sum + exp(ways + k * log(chance) + (n - k) * log(1 - chance))
    }
  }

  /// Where a rising function crosses zero between 0 and 1.
  private static func solve(_ function: (Double) -> Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if function(middle) < 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private static func percent(_ share: Double) -> String {
    let thousandths = Int((share * 100_000).rounded())
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
