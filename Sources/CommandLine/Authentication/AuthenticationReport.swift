import Facelatch

/// The outcome of an evaluation, for people and for programs.
struct AuthenticationReport {
  let result: Authentication.Result

  private var outcome: Outcome { result.outcome }

  var text: String {
    var lines: [String] = []
    switch outcome.method {
    case .biometrics?:
      lines.append("Authenticated: \(printable(result.user)), by \((outcome.assurance ?? .nothing).proof)")
    case .passcode?: lines.append("Authenticated: \(printable(result.user)), by the passcode")
    case nil: lines.append("Not authenticated: \(printable(result.user))")
    }
    lines += outcome.obstacles.map { "  reason    " + $0.description }
    if let error = outcome.error {
      // Apple's words stand where there are none of our own: they call every failure a limit that was exceeded.
      let words = outcome.obstacles.isEmpty ? error.description : "\(error.name) (\(error.code))"
      lines.append("  error     " + words)
    }
    if let score = outcome.score, let decision = result.decision {
      lines.append("  score     \(score) (\(decision.text))")
      if let rate = outcome.transactionFalseMatchRate {
        lines.append(
          "  rate      at most \(rate.words(of: "strangers")) let in by the whole evaluation (\(comparisons) allowed)"
        )
      }
    }
    if outcome.liveness?.requirement == .off {
      lines.append("  liveness  off: nothing had to show that somebody lives")
    }
    if outcome.frames > 0 { lines.append("  frames    \(grouped(outcome.frames))") }
    if outcome.skippedFrames > 0 {
      lines.append("  skipped   \(grouped(outcome.skippedFrames)) damaged")
    }
    if let left = outcome.attemptsLeft, !outcome.authenticated {
      lines.append("  attempts  \(left) left with the face")
    }
    return lines.joined(separator: "\n")
  }

  private var comparisons: String {
    "\(outcome.allowedComparisons) comparison\(outcome.allowedComparisons == 1 ? "" : "s")"
  }

  var json: JSON { .object(members) }

  /// The error in the words of what was seen last.
  private var error: JSON? { outcome.error?.json(message: outcome.obstacles.last?.description) }

  /// What is known of life: the required proof, the answer, and the evidence behind it.
  private static func liveness(_ findings: LivenessFindings) -> JSON {
    .object([
      .init(key: "required", value: .string(findings.requirement.rawValue)),
      .init(key: "outcome", value: findings.outcome.map { .string($0.rawValue) } ?? .null),
      .init(key: "passive", value: findings.passiveScore.map { .number($0, decimals: 4) } ?? .null),
      .init(key: "motion", value: findings.motion.map { .string($0.rawValue) } ?? .null),
      .init(key: "reasons", value: .array(findings.reasons.map { .string($0.name) })),
    ])
  }

  /// The documented keys of `authenticate`.
  var members: [JSON.Member] {
    [
      .init(key: "authenticated", value: .boolean(outcome.authenticated)),
      .init(key: "error", value: error ?? .null),
      .init(key: "method", value: outcome.method.map { .string($0.rawValue) } ?? .null),
      .init(key: "assurance", value: outcome.assurance.map { .string($0.rawValue) } ?? .null),
      .init(key: "score", value: outcome.score.map { .number($0.rawValue, decimals: 6) } ?? .null),
      .init(key: "threshold", value: outcome.threshold.map { .exact($0.rawValue) } ?? .null),
      .init(key: "operatingPoint", value: result.decision?.json ?? .null),
      .init(
        key: "transactionFmr",
        value: outcome.transactionFalseMatchRate.map { .magnitude($0.rawValue, digits: 3) } ?? .null),
      .init(key: "comparisonsAllowed", value: .integer(outcome.allowedComparisons)),
      .init(key: "comparedFrames", value: outcome.comparedFrames.map(JSON.integer) ?? .null),
      .init(key: "liveness", value: outcome.liveness.map(Self.liveness) ?? .null),
      .init(key: "attention", value: outcome.isAttentive.map(JSON.boolean) ?? .null),
      .init(key: "reasons", value: .array(outcome.obstacles.map { .string($0.description) })),
      .init(key: "obstacles", value: .array(outcome.obstacles.map { .string($0.name) })),
      .init(key: "attemptsLeft", value: outcome.attemptsLeft.map(JSON.integer) ?? .null),
      .init(key: "frames", value: .integer(outcome.frames)),
      .init(key: "skippedFrames", value: .integer(outcome.skippedFrames)),
      .init(key: "user", value: .string(result.user)),
      .init(key: "model", value: outcome.modelHash.map(JSON.string) ?? .null),
    ]
  }
}

extension Assurance {
  /// By what somebody was let in, as far as it proves anything.
  fileprivate var proof: String {
    switch self {
    case .nothing: "the face, which proves no life: none had to be shown"
    case .picture: "a picture of the face, which proves that somebody has a picture"
    case .motion: "a face that moves like a head"
    case .challenge: "a face that made the movements asked for"
    }
  }
}
