public import Facelatch
public import Foundation
import Synchronization

/// What the current user can be authenticated with, and news of its changes.
public final class LAEnvironment: NSObject, Sendable {
  /// The environment of the user whom the machine's configuration names.
  public class var currentUser: LAEnvironment {
    if let replacement = DefaultAuthenticator.replacement { return LAEnvironment(evaluator: replacement) }
    return ofThisMachine
  }

  private static let ofThisMachine = LAEnvironment(evaluator: DefaultAuthenticator.current)

  private let authenticator: any LocalAuthenticator
  private let watch: EnvironmentWatch

  /// An environment of an authenticator of the caller's choice. This initialiser is not Apple's.
  ///
  /// - Parameters:
  ///   - evaluator: what recognises faces, asks for passcodes and keeps the counters.
  ///   - pollingSeconds: how often changes are looked for while somebody observes.
  public init(evaluator: any LocalAuthenticator, pollingSeconds: Double = 1) {
    authenticator = evaluator
    watch = EnvironmentWatch(pollingSeconds: pollingSeconds) { State(of: evaluator) }
    super.init()
  }

  /// What is there now.
  public var state: State { State(of: authenticator) }

  /// Tells an observer of changes from now on; it is not retained.
  ///
  /// Linux tells nobody of a change of the store, so the state is read once a second while anybody observes.
  public func addObserver(_ observer: any Observer) {
    watch.add(observer, to: self)
  }

  /// Tells an observer nothing more. One that is gone needs no removing.
  public func removeObserver(_ observer: any Observer) {
    watch.remove(observer)
  }
}
