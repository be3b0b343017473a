import Dispatch
import Facelatch
import Foundation
import Synchronization

/// The part of a context that its evaluations share and that outlives it: the answer still comes when the app
/// has let go of the context meanwhile.
final class ContextCore: Sendable {
  /// What the app wants of one evaluation.
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

  /// Which object the authenticator is; `nil` for a value, which has no identity.
  private let identity: ObjectIdentifier?
  private let state = Mutex(State())
  private let executor = EvaluationExecutor()
  private let replies = DispatchQueue(label: "LocalAuthentication.reply")

  init(authenticator: any LocalAuthenticator) {
    self.authenticator = authenticator
    identity = type(of: authenticator) is AnyClass ? ObjectIdentifier(authenticator as AnyObject) : nil
  }

  /// The kind of biometry, once availability was asked for.
  var biometryType: LABiometryType { state.withLock { $0.biometryType } }

  /// What the app may know of the enrolment, once a biometric policy was usable or succeeded.
  var domainState: Data? { state.withLock { $0.domainState } }

  /// Opens the vault, after a success.
  var releaseToken: ReleaseToken? { state.withLock { $0.grant?.releaseToken } }

  var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

  /// Whether both stand in front of the same camera; every context does with itself.
  func sharesAuthenticator(with other: ContextCore) -> Bool {
    self === other || (identity != nil && identity == other.identity)
  }

  /// Why a policy cannot be evaluated now, or `nil`. Remembers what it learns about biometry.
  func checkAvailability(of policy: LAPolicy) -> LAError? {
    if isInvalidated { return LAError(.invalidContext) }
    guard let enginePolicy = policy.enginePolicy else { return LAError(.companionNotAvailable) }
    let refusal = authenticator.canEvaluate(enginePolicy)
    let type: LABiometryType = authenticator.biometryIsPresent() ? .faceID : .none
    let enrolment = refusal == nil && enginePolicy == .biometrics ? authenticator.enrolmentHash : nil
    state.withLock { state in
      state.biometryType = type
      if let enrolment { state.domainState = enrolment }
    }
    return refusal.map { LAError($0) }
  }

  /// Starts an evaluation and returns at once. The completion is called once, later, on a private serial
  /// queue.
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
    Task.detached(executorPreference: executor) { [self] in
      finish(evaluation, with: await run(evaluation, policy, wishes))
      // Ended from outside, it may have taken its place at the desk after it was told to leave.
      EvaluationDesk.shared.leave(evaluation)
    }
  }

  /// Makes the context useless: what runs fails, what comes later fails too.
  func invalidate() {
    let running = state.withLock { state in
      state.isInvalidated = true
      state.grant = nil
      return state.open
    }
    for evaluation in running {
      finish(evaluation, with: .failure(LAError(.appCancel)), stopping: .app)
    }
  }

  /// Ends an evaluation unless somebody has ended it before.
  ///
  /// - Parameter cause: who ends it while the engine may still be at work; `nil` when the engine itself has
  ///   ended.
  func finish(
    _ evaluation: Evaluation, with result: Result<Grant, LAError>,
    stopping cause: CancellationFlag.Cause? = nil
  ) {
    if let cause { evaluation.cancellation.cancel(cause) }
    let enrolment = Self.isBiometricSuccess(result) ? authenticator.enrolmentHash : nil
    let completion = state.withLock { state -> Evaluation.Completion? in
      guard let completion = evaluation.claim() else { return nil }
      state.open.removeAll { $0 === evaluation }
      if case .success(let grant) = result {
        state.grant = Self.stronger(state.grant, grant)
        if let enrolment { state.domainState = enrolment }
      }
      return completion
    }
    guard let completion else { return }
    EvaluationDesk.shared.leave(evaluation)
    replies.async { completion(result) }
  }

  /// What makes the policy unusable is told before a former success counts, and a former success counts
  /// before the person would have to be asked.
  private func run(_ evaluation: Evaluation, _ policy: LAPolicy, _ wishes: Wishes) async -> Result<
    Grant, LAError
  > {
    guard let enginePolicy = policy.enginePolicy else { return .failure(LAError(.companionNotAvailable)) }
    if let refusal = authenticator.canEvaluate(enginePolicy) { return .failure(LAError(refusal)) }
    if let grant = state.withLock({ $0.grant }), grant.satisfies(enginePolicy) { return .success(grant) }
    guard wishes.isInteractionAllowed else { return .failure(LAError(.notInteractive)) }
    if let cause = evaluation.cancellation.cause { return .failure(LAError(engine: cause.error)) }
    guard EvaluationDesk.shared.enter(evaluation, of: self) else { return .failure(.superseded) }
    let outcome = await authenticator.evaluate(
      AuthenticationRequest(
        policy: enginePolicy,
        reason: wishes.reason,
        fallbackTitle: wishes.fallbackTitle,
        cancelTitle: wishes.cancelTitle,
        cancellation: evaluation.cancellation
      )
    )
    if let error = outcome.error { return .failure(LAError(engine: error, obstacles: outcome.obstacles)) }
    return .success(Grant(method: outcome.method, releaseToken: outcome.releaseToken))
  }

  private static func isBiometricSuccess(_ result: Result<Grant, LAError>) -> Bool {
    guard case .success(let grant) = result else { return false }
    return grant.method == .biometrics
  }

  /// The proof that satisfies more policies, the newer of equals.
  private static func stronger(_ former: Grant?, _ newer: Grant) -> Grant {
    guard let former, former.method == .biometrics, newer.method != .biometrics else { return newer }
    return former
  }
}
