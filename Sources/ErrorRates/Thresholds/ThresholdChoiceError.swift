import Formats

/// Why no threshold can be chosen. The description is one line.
public enum ThresholdChoiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are too few impostor comparisons to say anything about the rate (rule of 3).
  case notSupported(rate: Double, needed: Int?, found: Int)
  /// Even the highest scores are reached by too many impostors.
  case notReached(rate: Double)
  /// It is not known who is who, so that nobody can tell how much the people matter.
  case peopleNotKnown
  /// Only genuine or only impostor comparisons are there.
  case oneKindOnly(genuine: Int, impostor: Int)

  public var description: String {
    switch self {
    case .notSupported(let rate, let needed, let found):
      "a false-match rate of \(scientific(rate, digits: 3)) takes at least \(needed.map { grouped($0) } ?? "countless") "
        + "impostor comparisons, \(isThere(found)); ask for a higher rate or give more data"
    case .notReached(let rate):
      "no threshold keeps the false-match rate at \(scientific(rate, digits: 3)); look at the highest impostor scores for wrong labels"
    case .peopleNotKnown:
      "the scores do not say who was compared with whom, so that no bound by people can be had; give scores that do"
    case .oneKindOnly(let genuine, let impostor):
      "genuine and impostor comparisons are needed, \(grouped(genuine)) and \(grouped(impostor)) are there"
    }
  }
}

/// For example `3,000 are there`.
package func isThere(_ count: Int) -> String { "\(grouped(count)) \(count == 1 ? "is" : "are") there" }
