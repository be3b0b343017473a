import Store

/// The course of one evaluation as a machine with few states. Asks nobody and stores nothing: each step says what has
/// to be done next, each event what came of it.
struct EvaluationMachine {
  enum State: Equatable {
    case beginning
    /// A try with the face runs; `tries` ended before it.
    case capturing(tries: Int)
    /// The person chooses after `tries` tries.
    case choosing(Try.Cause, tries: Int, mayRetry: Bool)
    /// The passcode is asked for; `wrong` ones were given before.
    case askingPasscode(PasscodeReason, wrong: Int)
    case ended
  }

  /// What to do next.
  enum Step: Equatable {
    case capture
    case offer(Try.Cause, [PromptOption])
    case askPasscode(PasscodeReason, wrong: Int)
    case succeed(AuthenticationMethod)
    case fail(AuthenticationError)
  }

  /// What came of a step.
  enum Event: Equatable {
    /// The face is the enrolled one.
    case matched
    /// It was not, or no usable one came. `block` is set when no further face may be compared now.
    case missed(Try.Cause, block: PasscodeReason?, mayHaveMore: Bool)
    /// No face may be compared, or none can be.
    case blocked(PasscodeReason)
    case decided(PromptDecision)
    case passcodeRight
    /// `mayTryAgain` is unset when a pause begins.
    case passcodeWrong(mayTryAgain: Bool)
    /// No passcode was given.
    case passcodeMissing(PasscodeAnswer)
    /// The evaluation was ended from outside, or the store failed.
    case broken(AuthenticationError)
  }

  let policy: Policy
  let rules: PolicyRules
  /// Whether the app hides the way to its own password.
  let hidesFallback: Bool
  private(set) var state = State.beginning
  /// Whether a face or a passcode was judged, and not only missing.
  private var hasJudged = false

  init(policy: Policy, rules: PolicyRules, hidesFallback: Bool) {
    self.policy = policy
    self.rules = rules
    self.hidesFallback = hidesFallback
  }

  /// The first step.
  ///
  /// - Parameter block: Why no face can be compared; `nil` when one can.
  mutating func begin(block: PasscodeReason?) -> Step {
    if let block { return leaveFace(block) }
    state = .capturing(tries: 0)
    return .capture
  }

  /// The step after an event. An event that does not belong to the state ends the evaluation without success.
  mutating func advance(_ event: Event) -> Step {
    if case .broken(let error) = event { return end(.fail(error)) }
    hasJudged = hasJudged || event.isJudgement
    switch (state, event) {
    case (.capturing, .matched):
      return end(.succeed(.biometrics))
    case (.capturing, .blocked(let block)):
      return leaveFace(block)
    case (.capturing(let tries), .missed(let cause, let block, let mayHaveMore)):
      if let block { return leaveFace(block) }
      return offer(cause, tries: tries + 1, mayHaveMore: mayHaveMore)
    case (.choosing(let cause, let tries, let mayRetry), .decided(let decision)):
      return follow(decision, cause, tries: tries, mayRetry: mayRetry)
    case (.askingPasscode, .passcodeRight):
      return end(.succeed(.passcode))
    case (.askingPasscode(let reason, let wrong), .passcodeWrong(let mayTryAgain)):
      guard mayTryAgain, wrong + 1 < rules.passcodeTriesPerEvaluation else {
        return end(.fail(.authenticationFailed))
      }
      return askPasscode(reason, wrong: wrong + 1)
    case (.askingPasscode, .passcodeMissing(let answer)):
      return end(.fail(error(for: answer)))
    default:
      return end(.fail(.authenticationFailed))
    }
  }

  // MARK: - Transitions

  private mutating func offer(_ cause: Try.Cause, tries: Int, mayHaveMore: Bool) -> Step {
    let mayRetry = mayHaveMore && tries < rules.triesPerEvaluation
    state = .choosing(cause, tries: tries, mayRetry: mayRetry)
    if mayRetry { return .offer(cause, [.retry, .cancel]) }
    return .offer(cause, hasFallback ? [.fallback, .cancel] : [.cancel])
  }

  /// The passcode is always within reach under `deviceOwner`; only an app's own way in can be hidden.
  private var hasFallback: Bool { policy == .deviceOwner || !hidesFallback }

  private mutating func follow(
    _ decision: PromptDecision, _ cause: Try.Cause, tries: Int, mayRetry: Bool
  ) -> Step {
    switch decision {
    case .option(.retry) where mayRetry:
      state = .capturing(tries: tries)
      return .capture
    case .option(.fallback) where hasFallback && !mayRetry:
      return policy == .deviceOwner ? askPasscode(.chosen, wrong: 0) : end(.fail(.userFallback))
    case .option:
      return end(.fail(.userCancel))
    case .systemCancelled:
      return end(.fail(.systemCancel))
    case .unattended:
      // Nobody was told that another attempt would be taken, so one is all that is.
      guard mayRetry, !cause.isJudgement else { return leaveUnattended() }
      return follow(.option(.retry), cause, tries: tries, mayRetry: true)
    }
  }

  /// With nobody there to choose, the passcode may still come from a descriptor.
  private mutating func leaveUnattended() -> Step {
    policy == .deviceOwner ? askPasscode(.chosen, wrong: 0) : end(.fail(.authenticationFailed))
  }

  private mutating func askPasscode(_ reason: PasscodeReason, wrong: Int) -> Step {
    state = .askingPasscode(reason, wrong: wrong)
    return .askPasscode(reason, wrong: wrong)
  }

  /// Goes from the face to the passcode, or ends where the policy knows only the face.
  private mutating func leaveFace(_ block: PasscodeReason) -> Step {
    guard policy == .biometrics else { return askPasscode(block, wrong: 0) }
    return end(.fail(Self.error(for: block)))
  }

  private mutating func end(_ step: Step) -> Step {
    state = .ended
    return step
  }

  /// The error of the policy that knows only the face.
  static func error(for block: PasscodeReason) -> AuthenticationError {
    switch block {
    case .biometryNotAvailable, .assuranceOutOfReach: .biometryNotAvailable
    case .biometryNotEnrolled: .biometryNotEnrolled
    case .lockedOut, .undecidedTooOften, .waiting, .restarted, .clocksDisagree, .notUsedFor,
      .passcodeNotUsedFor:
      .biometryLockout
    case .chosen, .noUsableFace: .authenticationFailed
    }
  }

  /// Who cannot be asked has not failed, unless something was judged before.
  private func error(for answer: PasscodeAnswer) -> AuthenticationError {
    switch answer {
    case .unattended where !hasJudged: .notInteractive
    case .cancelled: .userCancel
    case .systemCancelled: .systemCancel
    case .useFallback: .userFallback
    case .passcode, .unattended, .refused: .authenticationFailed
    }
  }
}

extension EvaluationMachine.Event {
  /// Whether a face or a passcode was found to be a wrong one.
  fileprivate var isJudgement: Bool {
    switch self {
    case .missed(let cause, _, _): cause.isJudgement
    case .passcodeWrong: true
    default: false
    }
  }
}
