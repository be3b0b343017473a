import Dispatch
import FaceGate
import Foundation
import Synchronization

/// The part of a context that its evaluations share and that outlives it: while an evaluation runs, the answer
/// still comes when the app has let go of the context.
final class ContextCore: Sendable {
  /// What the app set before it started an evaluation.
  struct Wishes: Sendable {
    var reason: String
    var fallbackTitle: String?
    var cancelTitle: String?
    var isInteractionAllowed = true
  }

  private struct State {
    var isInvalidated = false
    var open: [Evaluation] = []
    var grant: Grant?
    var biometryType = LABiometryType.none
    var domainState: Data?
  }

  let authenticator: any LocalAuthenticator
  private let state = Mutex(State())
  private let replies = DispatchQueue(label: "LocalAuthentication.reply")

  init(authenticator: any LocalAuthenticator) {
    self.authenticator = authenticator
  }

  /// The kind of biometry, once availability was asked for.
  var biometryType: LABiometryType { state.withLock { $0.biometryType } }

  /// A fingerprint of the enrolment, once a biometric policy was found usable or succeeded.
  var domainState: Data? { state.withLock { $0.domainState } }

  var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

  /// Why a policy cannot be evaluated now, or nil; remembers what it learned about biometry.
  func checkAvailability(of policy: LAPolicy) -> LAError? {
    if isInvalidated { return LAError(.invalidContext) }
    guard let enginePolicy = policy.enginePolicy else { return LAError(.companionNotAvailable) }
    let error = authenticator.canEvaluate(enginePolicy)
    let type: LABiometryType = authenticator.biometryIsPresent() ? .faceID : .none
    let enrolment = error == nil && enginePolicy == .biometrics ? authenticator.enrolmentHash : nil
    state.withLock { state in
      state.biometryType = type
      if let enrolment { state.domainState = enrolment }
    }
    return error.map { LAError($0) }
  }

  /// Starts an evaluation and returns at once; the completion is called once, later, on a private serial queue.
  func evaluate(_ policy: LAPolicy, _ wishes: Wishes, completion: @escaping Evaluation.Completion) {
    let evaluation = Evaluation(ticket: EvaluationDesk.shared.nextTicket(), completion: completion)
    let isUsable = state.withLock { state in
      state.open.append(evaluation)
      return !state.isInvalidated
    }
    guard isUsable else {
      finish(evaluation, with: .failure(LAError(.invalidContext)))
      return
    }
    evaluation.started(
      Task.detached(priority: .userInitiated) { [self] in
        finish(evaluation, with: await run(evaluation, policy, wishes))
      }
    )
  }

  /// Makes the context useless: what runs fails, what comes later fails too.
  func invalidate() {
    let running = state.withLock { state in
      state.isInvalidated = true
      state.grant = nil
      return state.open
    }
    for evaluation in running {
      finish(evaluation, with: .failure(LAError(.appCancel)))
    }
  }

  /// Ends an evaluation unless somebody has ended it before.
  func finish(_ evaluation: Evaluation, with result: Result<Grant, LAError>) {
    let enrolment: Data? =
      if case .success(let grant) = result, grant.method == .biometrics { authenticator.enrolmentHash } else { nil }
    let completion = state.withLock { state -> Evaluation.Completion? in
      guard let completion = evaluation.claim() else { return nil }
      state.open.removeAll { $0 === evaluation }
      if case .success(let grant) = result {
        state.remember(grant)
        if let enrolment { state.domainState = enrolment }
      }
      return completion
    }
    guard let completion else { return }
    EvaluationDesk.shared.leave(evaluation)
    evaluation.stop()
    replies.async { completion(result) }
  }

  /// The order matters: what makes the policy unusable is told before a former success counts, and a former
  /// success counts before the person would have to be asked.
  private func run(_ evaluation: Evaluation, _ policy: LAPolicy, _ wishes: Wishes) async -> Result<Grant, LAError> {
    guard let enginePolicy = policy.enginePolicy else { return .failure(LAError(.companionNotAvailable)) }
    if let error = authenticator.canEvaluate(enginePolicy) { return .failure(LAError(error)) }
    if let grant = state.withLock({ $0.grant }), grant.satisfies(enginePolicy) { return .success(grant) }
    guard wishes.isInteractionAllowed else { return .failure(LAError(.notInteractive)) }
    guard EvaluationDesk.shared.enter(evaluation, of: self) else { return .failure(.supersededByAnother) }
    // Whoever ended it in the meantime had nothing to stop; do not even open the camera.
    guard evaluation.isOpen else { return .failure(LAError(.appCancel)) }
    let outcome = await authenticator.evaluate(
      AuthenticationRequest(
        policy: enginePolicy,
        reason: wishes.reason,
        fallbackTitle: wishes.fallbackTitle,
        cancelTitle: wishes.cancelTitle
      )
    )
    if let error = outcome.error { return .failure(LAError(error, reasons: outcome.reasons)) }
    return .success(Grant(method: outcome.method, release: outcome.release))
  }
}

extension ContextCore.State {
  /// Keeps the stronger proof: a face satisfies more policies than a passcode.
  fileprivate mutating func remember(_ newer: Grant) {
    if grant?.method == .biometrics, newer.method != .biometrics { return }
    grant = newer
  }
}
