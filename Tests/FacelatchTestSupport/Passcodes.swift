import Facelatch

extension PasscodeManager {
  /// A manager whose verifiers cost almost nothing.
  package static func fast(
    _ store: any Store, clock: any Clock = SystemClock(), rules: PolicyRules = .faceID, audit: AuditLog? = nil
  ) -> PasscodeManager {
    PasscodeManager(store: store, clock: clock, rules: rules, audit: audit, limits: .leastForTests)
  }
}

extension ProgrammaticPrompt {
  /// Answers every question with one passcode.
  package static func always(
    _ passcode: String,
    decide: @escaping @Sendable (FailureNotice, [PromptOption]) -> PromptDecision = { _, _ in
      .unattended
    }
  ) -> ProgrammaticPrompt {
    ProgrammaticPrompt(answer: { _ in .passcode(Array(passcode.utf8)) }, decide: decide)
  }
}
