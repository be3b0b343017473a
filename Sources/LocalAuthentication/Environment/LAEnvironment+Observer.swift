public import Foundation

extension LAEnvironment {
  /// Is told when the environment changes.
  public protocol Observer: NSObjectProtocol {
    /// The environment has changed; its `state` is the new one already. Called on a private queue.
    ///
    /// - Parameters:
    ///   - environment: whose state changed.
    ///   - oldState: the state before.
    func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State)
  }
}

extension LAEnvironment.Observer {
  // On Apple's systems the method is optional.
  public func environment(
    _ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State
  ) {}
}
