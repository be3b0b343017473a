import Formats

extension AuditEntry {
  /// The entry as it stands in the log; what it does not have is left out.
  var json: JSON {
    let members: [(String, JSON?)] = [
      ("number", number.map { .integer($0) }), ("time", .string(time)), ("began", began.map { .string($0) }),
      ("event", .string(event.rawValue)), ("user", .string(user)), ("key", key.map { .string($0) }),
      ("program", program.map { .string($0) }), ("pid", pid.map { .integer($0) }),
      ("reason", reason.map { .string($0) }), ("evaluation", evaluation.map { .whole($0) }),
      ("policy", policy.map { .string($0.rawValue) }), ("outcome", .string(outcome)),
      ("method", method.map { .string($0.rawValue) }),
      ("assurance", assurance.map { .string($0.rawValue) }),
      ("liveness", liveness.map { .string($0.rawValue) }),
      ("reasons", .array(reasons.map { .string($0) })),
      ("score", score.map { .exact($0) }), ("threshold", threshold.map { .exact($0) }),
      ("falseMatchRate", falseMatchRate.map { .exact($0) }),
      ("transactionFalseMatchRate", transactionFalseMatchRate.map { .exact($0) }),
      ("model", model.map { .string($0) }),
      ("attemptsLeft", attemptsLeft.map { .integer($0) }), ("frames", frames.map { .integer($0) }),
      ("previous", previous.map { .string($0) }),
    ]
    return .object(members.compactMap { key, value in value.map { JSON.Member(key: key, value: $0) } })
  }
}
