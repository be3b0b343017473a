import Store
import Synchronization

/// Lets anybody end a running evaluation from another thread. The first cause stays.
public final class CancellationFlag: Sendable {
  /// Who ended the evaluation.
  public enum Cause: Int, Sendable {
    case app = 1
    case system = 2

    /// The error with which the evaluation ends.
    public var error: AuthenticationError {
      switch self {
      case .app: .appCancel
      case .system: .systemCancel
      }
    }
  }

  private let state = Atomic<Int>(0)

  public init() {}

  /// Ends the evaluation; does nothing when it was ended before.
  public func cancel(_ cause: Cause) {
    _ = state.compareExchange(expected: 0, desired: cause.rawValue, ordering: .sequentiallyConsistent)
  }

  /// Who ended the evaluation; `nil` while it may go on.
  public var cause: Cause? { Cause(rawValue: state.load(ordering: .sequentiallyConsistent)) }
}
