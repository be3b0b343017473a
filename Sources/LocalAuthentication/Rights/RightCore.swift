import Dispatch
import Facelatch
import Foundation
import Synchronization

/// The part of a right that its authorisations share.
final class RightCore: Sendable {
  private struct Content {
    var state = LARight.State.unknown
    /// The authorisation under way, whose result alone may change the state.
    var context: ContextCore?
    var releaseToken: ReleaseToken?
  }

  let authenticator: any LocalAuthenticator
  let requirement: LAAuthenticationRequirement.Kind

  /// The enrolment that the right was made with; `nil` when nobody was enrolled.
  let enrolment: Data?

  private let content = Mutex(Content())
  private let queue = DispatchQueue(label: "LocalAuthentication.right")

  /// A new right, made with the enrolment there is.
  convenience init(authenticator: any LocalAuthenticator, requirement: LAAuthenticationRequirement.Kind) {
    self.init(authenticator: authenticator, requirement: requirement, enrolment: authenticator.enrolmentHash)
  }

  /// A right that was made before.
  init(authenticator: any LocalAuthenticator, requirement: LAAuthenticationRequirement.Kind, enrolment: Data?)
  {
    self.authenticator = authenticator
    self.requirement = requirement
    self.enrolment = enrolment
  }

  var state: LARight.State { content.withLock { $0.state } }

  /// What opens the vault while the right is authorised.
  var releaseToken: ReleaseToken? { content.withLock { $0.releaseToken } }

  func checkCanAuthorize(completion: @escaping @Sendable (LAError?) -> Void) {
    queue.async { [self] in
      completion(
        ContextCore(authenticator: authenticator).checkAvailability(of: requirement.policy) ?? enrolmentError)
    }
  }

  func authorize(reason: String, completion: @escaping @Sendable (LAError?) -> Void) {
    let context = ContextCore(authenticator: authenticator)
    let isAuthorized = content.withLock { content in
      if content.state == .authorized { return true }
      content.state = .authorizing
      content.context = context
      return false
    }
    queue.async { [self] in
      if isAuthorized {
        completion(nil)
      } else if let error = enrolmentError {
        settle(context, with: .failure(error))
        completion(error)
      } else {
        ask(reason, in: context, completion: completion)
      }
    }
  }

  func deauthorize(completion: @escaping @Sendable () -> Void) {
    let running = content.withLock { content in
      defer { content = Content(state: .notAuthorized) }
      return content.context
    }
    running?.invalidate()
    queue.async(execute: completion)
  }

  private func ask(
    _ reason: String, in context: ContextCore, completion: @escaping @Sendable (LAError?) -> Void
  ) {
    context.evaluate(requirement.policy, ContextCore.Wishes(reason: reason)) { [self] result in
      // Somebody may have enrolled while the person was being asked.
      let result = result.flatMap { grant in enrolmentError.map { .failure($0) } ?? .success(grant) }
      settle(context, with: result)
      switch result {
      case .success: completion(nil)
      case .failure(let error): completion(error)
      }
    }
  }

  /// A result counts only for the authorisation that was started last and not taken back since.
  private func settle(_ context: ContextCore, with result: Result<Grant, LAError>) {
    content.withLock { content in
      guard content.context === context else { return }
      content.context = nil
      switch result {
      case .success(let grant):
        content.state = .authorized
        content.releaseToken = grant.releaseToken
      case .failure:
        content.state = .notAuthorized
      }
    }
  }

  /// Why the enrolment of today does not do, for rights that are tied to one. Having none is the evaluation's
  /// to tell.
  private var enrolmentError: LAError? {
    guard requirement == .biometryOfCurrentEnrolment, let today = authenticator.enrolmentHash,
      today != enrolment
    else { return nil }
    return LAError(
      .authenticationFailed,
      userInfo: [NSLocalizedFailureReasonErrorKey: "the enrolment has changed since the right was made"]
    )
  }
}
