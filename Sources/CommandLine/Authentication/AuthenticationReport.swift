import Facelatch

/// The outcome of an evaluation, for people and for programs.
struct AuthenticationReport {
  let result: Authentication.Result

  private var outcome: AuthenticationOutcome { result.outcome }

  var text: String {
    var lines: [String] = []
    switch outcome.method {
    case .biometrics?: lines.append("Authenticated: \(printable(result.user)), by the face")
    case .passcode?: lines.append("Authenticated: \(printable(result.user)), by the passcode")
    case nil: lines.append("Not authenticated: \(printable(result.user))")
    }
    if let error = outcome.error { lines.append("  error     \(error)") }
    lines += outcome.reasons.map { "  reason    " + printable($0) }
    if let score = outcome.score, let decision = result.decision {
      lines.append("  score     \(score) (\(decision.text))")
    }
    if outcome.frames > 0 { lines.append("  frames    \(grouped(outcome.frames))") }
    if result.watch.skippedCount > 0 {
      lines.append("  skipped   \(grouped(result.watch.skippedCount)) damaged")
    }
    if let left = outcome.attemptsLeft, !outcome.authenticated {
      lines.append("  attempts  \(left) left with the face")
    }
    return lines.joined(separator: "\n")
  }

  var json: JSON { .object(members) }

  /// What is known of life: the required proof, the answer, and the evidence behind it.
  private static func liveness(_ reader: EngineReader) -> JSON {
    guard reader.requirement != .off else { return .null }
    return .object([
      .init(key: "required", value: .string(reader.requirement.rawValue)),
      .init(key: "outcome", value: reader.decision.map { .string($0.outcome.rawValue) } ?? .null),
      .init(key: "passive", value: reader.passiveScore.map { .number($0, decimals: 4) } ?? .null),
      .init(key: "motion", value: reader.decision.map { .string($0.motion.verdict.rawValue) } ?? .null),
      .init(
        key: "reasons", value: .array((reader.decision?.reasons ?? []).map { .string($0.name) })),
    ])
  }

  /// The documented keys of `authenticate`.
  var members: [JSON.Member] {
    [
      .init(key: "authenticated", value: .boolean(outcome.authenticated)),
      .init(key: "error", value: outcome.error?.json() ?? .null),
      .init(key: "method", value: outcome.method.map { .string($0.rawValue) } ?? .null),
      .init(key: "score", value: outcome.score.map { .number($0.rawValue, decimals: 6) } ?? .null),
      .init(key: "threshold", value: outcome.threshold.map { .exact($0.rawValue) } ?? .null),
      .init(key: "operatingPoint", value: result.decision?.json ?? .null),
      .init(key: "liveness", value: result.watch.liveness.map(Self.liveness) ?? .null),
      .init(key: "attention", value: result.watch.isAttentive.map(JSON.boolean) ?? .null),
      .init(key: "reasons", value: .array(outcome.reasons.map(JSON.string))),
      .init(key: "attemptsLeft", value: outcome.attemptsLeft.map(JSON.integer) ?? .null),
      .init(key: "frames", value: .integer(outcome.frames)),
      .init(key: "skippedFrames", value: .integer(result.watch.skippedCount)),
      .init(key: "user", value: .string(result.user)),
      .init(key: "model", value: outcome.modelHash.map(JSON.string) ?? .null),
    ]
  }
}
