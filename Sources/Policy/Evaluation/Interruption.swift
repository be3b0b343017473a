import Platform
import Store
import Synchronization

/// Tells whether an evaluation has to end: because somebody cancelled it, or because a newer one of the same person
/// began, in this process or another.
final class Interruption: Sendable {
  private let cancellation: CancellationFlag
  private let store: any Store
  private let user: String
  private let evaluation: UInt64

  private struct Watch {
    var nextLook = 0.0
    var isSuperseded = false
  }

  private let watch = Mutex(Watch())

  /// Seconds between two looks at the store: a prompt asks many times per second.
  private static let interval = 0.25

  init(cancellation: CancellationFlag, store: any Store, user: String, evaluation: UInt64) {
    self.cancellation = cancellation
    self.store = store
    self.user = user
    self.evaluation = evaluation
  }

  /// What ended the evaluation; `nil` while it may go on.
  enum Cause: Sendable, Equatable {
    case cancelled(CancellationFlag.Cause)
    case superseded

    var error: AuthenticationError {
      switch self {
      case .cancelled(let cause): cause.error
      case .superseded: .systemCancel
      }
    }

    var obstacle: Obstacle {
      switch self {
      case .cancelled(let cause): .cancelled(cause)
      case .superseded: .superseded
      }
    }
  }

  var cause: Cause? {
    if let cancelled = cancellation.cause { return .cancelled(cancelled) }
    let isSuperseded = watch.withLock { watch in
      let now = MonotonicClock.seconds()
      guard !watch.isSuperseded, now >= watch.nextLook else { return watch.isSuperseded }
      watch.nextLook = now + Self.interval
      // A store that cannot be read is found out, and reported, by the next step of the evaluation.
      if let record = try? store.record(of: user) {
        watch.isSuperseded = record.attempts.evaluation != evaluation
      }
      return watch.isSuperseded
    }
    return isSuperseded ? .superseded : nil
  }
}
