import ErrorRates
import Formats

extension VerificationFigures {
  /// The figures for a person, a line each.
  package var text: String {
    var lines: [String] = []
    let scores = scored.scores
    lines.append(
      "comparisons       \(grouped(scores.genuine.count)) genuine, \(grouped(scores.impostor.count)) impostor"
        + (scored.failedGenuineCount + scored.failedImpostorCount > 0
          ? "; \(grouped(scored.failedGenuineCount + scored.failedImpostorCount)) more could not be made"
          : ""))
    if let accuracy {
      lines.append(
        "accuracy          \(percent(accuracy.mean)) ± \(percent(accuracy.standardError)) "
          + "(standard error, \(accuracy.folds.count) folds)")
    }
    if let equalErrorRate {
      lines.append(
        "equal error rate  \(percent(equalErrorRate.value))"
          + (equalErrorRateInterval.map { " (95 % by people: \($0.text))" } ?? ""))
    }
    lines += operatingPoints.map { $0.text }
    if let people {
      lines.append(
        "one picture each of \(grouped(people.count)) people, all against all: "
          + "\(grouped(people.scores.impostor.count)) impostor comparisons")
      lines += people.operatingPoints.map { $0.text }
    }
    if let shown = people?.decision ?? decision {
      lines.append("at the threshold of the model pack")
      lines.append(shown.text)
    } else {
      lines.append("the model pack has no operating points, so no threshold")
    }
    return lines.joined(separator: "\n")
  }
}

extension ThresholdFigures {
  /// One line.
  package var text: String {
    let title = target.map { "  FMR \(scientific($0, digits: 2))" } ?? "  now"
    let head = title + String(repeating: " ", count: max(1, 18 - title.count))
    guard let threshold else {
      return head
        + (isSupported
          ? "no threshold keeps it"
          : "not supported: it takes \(comparisonsNeeded.map { grouped($0) } ?? "more") impostor comparisons, "
            + isThere(falseMatches.trials))
    }
    var text = head + "threshold \(fixed(threshold, decimals: 4)), FNMR \(falseNonMatches.text)"
    if let falseNonMatchInterval { text += "; by people: \(falseNonMatchInterval.text)" }
    if target == nil {
      text += "; FMR \(falseMatches.scientificText)"
    }
    return text
  }
}

extension Rate {
  /// For example `0.43 % (13 of 3,000; 95 %: 0.23 to 0.74 %)`.
  package var text: String {
    guard let value else { return "- (no trial)" }
    return "\(percent(value)) (\(grouped(events)) of \(grouped(trials)); 95 %: \(interval.text))"
  }

  /// For rates of a few in a million: `9.7e-06 (22 of 2,271,646; 95 %: 6.1e-06 to 1.5e-05)`.
  package var scientificText: String {
    guard let value else { return "- (no trial)" }
    return
      "\(scientific(value, digits: 2)) (\(grouped(events)) of \(grouped(trials)); 95 %: \(interval.scientificText))"
  }
}

extension ConfidenceInterval {
  /// For example `0.23 to 0.74 %`.
  package var text: String { "\(percentNumber(lower)) to \(percent(upper))" }

  /// For example `6.1e-06 to 1.5e-05`.
  package var scientificText: String { "\(scientific(lower, digits: 2)) to \(scientific(upper, digits: 2))" }
}

/// A share in per cent with two decimals, or as many as two significant digits take.
package func percent(_ share: Double) -> String { percentNumber(share) + " %" }

private func percentNumber(_ share: Double) -> String {
  let value = share * 100
  var decimals = 2
  var least = 0.1
  while value != 0, value < least, decimals < 5 {
    decimals += 1
    least /= 10
  }
  return value != 0 && value < 1e-4 ? scientific(value, digits: 2) : fixed(value, decimals: decimals)
}
