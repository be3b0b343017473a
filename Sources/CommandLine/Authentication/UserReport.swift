import Facelatch

/// What the store keeps about a person, without anything secret.
struct UserReport {
  let record: UserRecord
  let rules: PolicyRules
  let secretCount: Int
  /// Why the face would not do now; `nil` when it would.
  let faceError: AuthenticationError?

  private var attemptsLeft: Int {
    max(0, rules.tightened(by: record.attempts.limits).failedMatchLimit - record.attempts.failedMatches)
  }

  var text: String {
    var lines = [printable(record.name)]
    lines.append("  passcode  \(record.passcodeVerifier == nil ? "not set" : "set")")
    if record.attempts.failedPasscodes > 0 {
      lines[1] += ", \(record.attempts.failedPasscodes) wrong since the last right one"
    }
    for appearance in record.appearances {
      let models = Set(appearance.templates.map { $0.modelHash.prefix(12) }).sorted().joined(separator: ", ")
      lines.append(
        "  face      \(AppearanceNumber.name(of: appearance.label)): "
          + "\(counted(appearance.templates.count, "template")), embedding \(models)")
    }
    lines.append(
      "  by face   "
        + (faceError.map { "not now: \($0)" } ?? "yes, \(counted(attemptsLeft, "attempt")) left"))
    lines.append("  secrets   \(secretCount)")
    if record.ownerIdentifier != nil { lines.append("  owner     bound to an app's own id") }
    return lines.joined(separator: "\n")
  }

  var json: JSON {
    .object([
      "user": .string(record.name), "passcodeSet": .boolean(record.passcodeVerifier != nil),
      "appearances": .array(
        record.appearances.map { appearance in
          .object([
            "label": .string(appearance.label), "templates": .integer(appearance.templates.count),
            "models": .array(Set(appearance.templates.map(\.modelHash)).sorted().map(JSON.string)),
          ])
        }),
      "biometrics": .object([
        "available": .boolean(faceError == nil), "error": faceError?.json() ?? .null,
        "attemptsLeft": .integer(attemptsLeft),
      ]),
      "failedPasscodes": .integer(record.attempts.failedPasscodes),
      "lastPasscode": time(record.attempts.lastPasscode),
      "lastBiometric": time(record.attempts.lastBiometric),
      "secrets": .integer(secretCount), "ownerBound": .boolean(record.ownerIdentifier != nil),
    ])
  }

  /// Seconds since 1970.
  private func time(_ moment: Moment?) -> JSON {
    moment.map { .number($0.unixSeconds, decimals: 3) } ?? .null
  }
}
