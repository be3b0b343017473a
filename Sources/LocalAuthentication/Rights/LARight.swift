public import Facelatch
public import Foundation

/// Something that a person may do only after having authenticated, and until it is taken back.
open class LARight: NSObject {
  /// How far the authorisation of a right has come.
  public enum State: Int, Sendable {
    /// Nobody has asked for it yet.
    case unknown = 0
    /// The person is being asked.
    case authorizing = 1
    /// The person may.
    case authorized = 2
    /// The person was refused, or the right was taken back.
    case notAuthorized = 3
  }

  let core: RightCore

  /// A number of the app's own to tell its rights apart.
  open var tag = 0

  /// A right that takes the face or the passcode.
  public override convenience init() {
    self.init(requirement: .default)
  }

  /// A right with a requirement.
  public init(requirement: LAAuthenticationRequirement) {
    core = RightCore(authenticator: DefaultAuthenticator.current, requirement: requirement.kind)
    super.init()
  }

  /// A right on an authenticator of the caller's choice. This initialiser is not Apple's.
  public init(requirement: LAAuthenticationRequirement = .default, evaluator: any LocalAuthenticator) {
    core = RightCore(authenticator: evaluator, requirement: requirement.kind)
    super.init()
  }

  init(core: RightCore) {
    self.core = core
    super.init()
  }

  /// How far the authorisation has come.
  open var state: State { core.state }

  /// Tells whether an authorisation could start now. Does not ask the person anything.
  ///
  /// - Parameter completion: gets `nil`, or the reason; called on a private queue.
  @preconcurrency
  open func checkCanAuthorize(completion: @escaping @Sendable ((any Error)?) -> Void) {
    core.checkCanAuthorize { completion($0) }
  }

  /// Tells whether an authorisation could start now.
  ///
  /// - Throws: the reason why not, an ``LAError``.
  nonisolated(nonsending) open func checkCanAuthorize() async throws {
    try await withCheckedThrowingContinuation { continuation in
      checkCanAuthorize { continuation.resume(with: Self.result($0)) }
    }
  }

  /// Asks the person to authenticate. A right that is authorised already stays so, without asking.
  ///
  /// - Parameters:
  ///   - localizedReason: why the app asks, short and in the person's language; must not be empty.
  ///   - completion: gets `nil`, or an ``LAError``; called on a private queue.
  @preconcurrency
  open func authorize(localizedReason: String, completion: @escaping @Sendable ((any Error)?) -> Void) {
    precondition(!localizedReason.isEmpty, "Non-empty localizedReason must be provided.")
    core.authorize(reason: localizedReason) { completion($0) }
  }

  /// Asks the person to authenticate. A right that is authorised already stays so, without asking.
  ///
  /// - Parameter localizedReason: why the app asks, short and in the person's language; must not be empty.
  /// - Throws: an ``LAError``.
  nonisolated(nonsending) open func authorize(localizedReason: String) async throws {
    try await withCheckedThrowingContinuation { continuation in
      authorize(localizedReason: localizedReason) { continuation.resume(with: Self.result($0)) }
    }
  }

  /// Takes the right back; a running authorisation ends.
  ///
  /// - Parameter completion: called on a private queue when it is done.
  @preconcurrency
  open func deauthorize(completion: @escaping @Sendable () -> Void) {
    core.deauthorize(completion: completion)
  }

  /// Takes the right back; a running authorisation ends.
  nonisolated(nonsending) open func deauthorize() async {
    await withCheckedContinuation { continuation in
      deauthorize { continuation.resume() }
    }
  }

  private static func result(_ error: (any Error)?) -> Result<Void, any Error> {
    if let error { .failure(error) } else { .success(()) }
  }
}
