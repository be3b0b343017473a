import ErrorRates
import Formats
import Platform

/// How often attention was judged rightly.
package struct AttentionFigures: Sendable {
  /// Attentive people who were refused, of those with a usable face.
  package let falseRejections: Rate
  /// Inattentive people who were accepted, of those with a usable face.
  package let falseAcceptances: Rate
  /// The same by condition: pictures that were judged wrongly.
  package let errorsByCondition: [(condition: String, isAttentive: Bool, errors: Rate)]
  /// Pictures without a usable face.
  package let attentiveFailures: Int
  package let inattentiveFailures: Int

  package init(
    _ entries: [LabelledPictures.Entry], _ outcomes: [PictureOutcome<AttentionMeasurement.Reading>]
  ) {
    var wrong: [Bool: Int] = [:]
    var judged: [Bool: Int] = [:]
    var failed: [Bool: Int] = [:]
    var groups: [Group: (wrong: Int, all: Int)] = [:]
    for (entry, outcome) in zip(entries, outcomes) {
      guard let reading = outcome.reading else {
        failed[entry.isPositive, default: 0] += 1
        continue
      }
      let isWrong = reading.isAttentive != entry.isPositive
      judged[entry.isPositive, default: 0] += 1
      if isWrong { wrong[entry.isPositive, default: 0] += 1 }
      let group = Group(condition: entry.group, isAttentive: entry.isPositive)
      let known = groups[group, default: (0, 0)]
      groups[group] = (known.wrong + (isWrong ? 1 : 0), known.all + 1)
    }
    falseRejections = Rate(events: wrong[true, default: 0], trials: judged[true, default: 0])
    falseAcceptances = Rate(events: wrong[false, default: 0], trials: judged[false, default: 0])
    errorsByCondition = groups.sorted { $0.key < $1.key }.map {
      ($0.key.condition, $0.key.isAttentive, Rate(events: $0.value.wrong, trials: $0.value.all))
    }
    attentiveFailures = failed[true, default: 0]
    inattentiveFailures = failed[false, default: 0]
  }

  private struct Group: Hashable, Comparable {
    let condition: String
    let isAttentive: Bool

    static func < (left: Group, right: Group) -> Bool {
      left.condition != right.condition
        ? left.condition < right.condition : left.isAttentive && !right.isAttentive
    }
  }

  /// The keys of `summary.json` that hold figures.
  package var jsonMembers: [JSON.Member] {
    let conditions = errorsByCondition.map { group in
      JSON.object([
        "condition": .string(group.condition), "attentive": .boolean(group.isAttentive),
        "errors": .integer(group.errors.events), "pictures": .integer(group.errors.trials),
        "value": group.errors.jsonValue, "interval": group.errors.jsonInterval,
      ])
    }
    return [
      .init(key: "attentive", value: .integer(falseRejections.trials + attentiveFailures)),
      .init(key: "inattentive", value: .integer(falseAcceptances.trials + inattentiveFailures)),
      .init(key: "falseRejection", value: falseRejections.json),
      .init(key: "falseAcceptance", value: falseAcceptances.json),
      .init(key: "conditions", value: .array(conditions)),
    ]
  }

  /// The figures for a person, a line each.
  package var text: String {
    var lines = [
      "attentive, refused      \(falseRejections.text)", "inattentive, accepted   \(falseAcceptances.text)",
    ]
    for group in errorsByCondition where !group.condition.isEmpty {
      let kind = group.isAttentive ? "attentive" : "inattentive"
      lines.append("  \(printable(group.condition)), \(kind): wrong \(group.errors.text)")
    }
    return lines.joined(separator: "\n")
  }
}

extension Rate {
  /// Share, interval and counts.
  package var json: JSON {
    .object([
      "value": jsonValue, "interval": jsonInterval, "events": .integer(events), "trials": .integer(trials),
    ])
  }
}
