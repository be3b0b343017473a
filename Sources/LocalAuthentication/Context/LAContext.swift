public import Facelatch
public import Foundation

/// Asks the person in front of the machine to prove that they are its owner.
///
/// Make one, ask with ``canEvaluatePolicy(_:error:)`` whether it makes sense to start, then start with
/// ``evaluatePolicy(_:localizedReason:reply:)``. Use a fresh context for every login: a context that has
/// succeeded once succeeds again without asking.
open class LAContext: NSObject {
  let core: ContextCore
  private var applicationPassword: Data?

  /// A context on the authenticator that the machine is configured with.
  public override init() {
    core = ContextCore(authenticator: DefaultAuthenticator.current)
    super.init()
  }

  /// A context on an authenticator of the caller's choice. This initialiser is not Apple's.
  ///
  /// - Parameter evaluator: what recognises faces, asks for passcodes and keeps the counters.
  public init(evaluator: any LocalAuthenticator) {
    core = ContextCore(authenticator: evaluator)
    super.init()
  }

  // MARK: What the prompt shows

  /// The title of the fallback choice; `nil` for the default one, an empty string to offer none.
  open var localizedFallbackTitle: String?

  /// The title of the cancel choice; `nil` or an empty string for the default one.
  open var localizedCancelTitle: String?

  /// The reason for callers that cannot give one themselves; not used by `evaluatePolicy`, which is given
  /// one.
  open var localizedReason = ""

  // MARK: How an evaluation may run

  /// Whether an evaluation that would have to ask the person fails with ``LAError/Code/notInteractive``
  /// instead.
  open var interactionNotAllowed = false

  /// For how many seconds unlocking the machine may count as an authentication. Kept as it is set; without
  /// effect on Linux, where no lock screen reports to this module.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0

  /// Kept as it is set; without effect, as on Apple's systems since 2015.
  open var maxBiometryFailures: NSNumber?

  // MARK: Asking and evaluating

  /// Tells whether a policy could be evaluated now. Does not ask the person anything.
  ///
  /// - Parameters:
  ///   - policy: what the person would have to do.
  ///   - error: set to the reason when the answer is no, to `nil` when it is yes.
  /// - Returns: whether an evaluation could start. The answer ages quickly; use it at once.
  @discardableResult
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    let reason = core.checkAvailability(of: policy)
    error?.pointee = reason?._nsError
    return reason == nil
  }

  /// Asks the person to authenticate and returns at once.
  ///
  /// The reply comes exactly once, on a private serial queue and never before this call has returned; the
  /// context need not be kept until then. A second evaluation, of this or another context, ends this one with
  /// ``LAError/Code/systemCancel``.
  ///
  /// - Parameters:
  ///   - policy: what the person has to do.
  ///   - localizedReason: why the app asks, short and in the person's language; must not be empty.
  ///   - reply: gets true and `nil`, or false and an ``LAError``.
  @preconcurrency
  open func evaluatePolicy(
    _ policy: LAPolicy,
    localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    precondition(!localizedReason.isEmpty, "Non-empty localizedReason must be provided.")
    let wishes = ContextCore.Wishes(
      reason: localizedReason,
      fallbackTitle: localizedFallbackTitle,
      cancelTitle: localizedCancelTitle,
      isInteractionAllowed: !interactionNotAllowed
    )
    core.evaluate(policy, wishes) { result in
      switch result {
      case .success: reply(true, nil)
      case .failure(let error): reply(false, error)
      }
    }
  }

  /// Asks the person to authenticate and waits for the answer.
  ///
  /// - Parameters:
  ///   - policy: what the person has to do.
  ///   - localizedReason: why the app asks, short and in the person's language; must not be empty.
  /// - Returns: true; a failure is thrown.
  /// - Throws: an ``LAError``.
  @discardableResult
  nonisolated(nonsending) open func evaluatePolicy(
    _ policy: LAPolicy,
    localizedReason: String
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluatePolicy(policy, localizedReason: localizedReason) { success, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: success)
        }
      }
    }
  }

  /// Ends the context: a running evaluation fails with ``LAError/Code/appCancel``, everything later with
  /// ``LAError/Code/invalidContext``. Doing it twice changes nothing.
  open func invalidate() {
    applicationPassword = nil
    core.invalidate()
  }

  // MARK: What is known of the biometry

  /// The kind of biometry of this machine; `.none` until `canEvaluatePolicy` was called once.
  open var biometryType: LABiometryType { core.biometryType }

  /// A value that changes with every change of the enrolment; `nil` until a biometric policy was found usable
  /// or has succeeded. It differs between applications.
  open var evaluatedPolicyDomainState: Data? { core.domainState }

  /// The state of the enrolment now, in parts.
  open var domainState: LADomainState {
    let authenticator = core.authenticator
    return LADomainState(
      biometryType: authenticator.biometryIsPresent() ? .faceID : .none,
      enrolmentHash: authenticator.enrolmentHash
    )
  }

  // MARK: Credentials

  /// Puts a credential of the app into the context.
  ///
  /// It is kept and reported by ``isCredentialSet(_:)`` until the context ends; nothing on Linux consumes it,
  /// since there is no keychain to unlock with it.
  ///
  /// - Parameters:
  ///   - credential: the password as UTF-8; `nil` takes it out again.
  ///   - type: only `.applicationPassword` can be set.
  /// - Returns: whether it was set or taken out.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    guard type == .applicationPassword, !core.isInvalidated else { return false }
    applicationPassword = credential
    return true
  }

  /// Whether a credential of this type is in the context.
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    type == .applicationPassword && applicationPassword != nil
  }
}
