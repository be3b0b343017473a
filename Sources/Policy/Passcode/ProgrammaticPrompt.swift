import Store

/// A prompt that asks the program: for apps with a window of their own, and for tests.
public struct ProgrammaticPrompt: PasscodePrompt {
  private let answer: @Sendable (PasscodeRequest) -> PasscodeAnswer
  private let decide: @Sendable (FailureNotice, [PromptOption]) -> PromptDecision

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - answer: Called for each passcode; without it nobody answers.
  ///   - decide: Called for each choice; without it nobody decides.
  public init(
    answer: @escaping @Sendable (PasscodeRequest) -> PasscodeAnswer = { _ in .unattended },
    decide: @escaping @Sendable (FailureNotice, [PromptOption]) -> PromptDecision = { _, _ in .unattended }
  ) {
    self.answer = answer
    self.decide = decide
  }

  public func passcode(_ request: PasscodeRequest) -> PasscodeAnswer { answer(request) }

  public func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision {
    decide(failure, options)
  }
}
