import Facelatch
import Synchronization

/// One evaluation from its call to its answer. However many parties try to end it, the first one does.
final class Evaluation: Sendable {
  typealias Completion = @Sendable (Result<Grant, LAError>) -> Void

  /// Greater for every later call in this process.
  let ticket: UInt64

  /// Tells the engine to stop.
  let cancellation = CancellationFlag()

  private let completion: Mutex<Completion?>

  init(ticket: UInt64, completion: @escaping Completion) {
    self.ticket = ticket
    self.completion = Mutex(completion)
  }

  /// The right to answer, given once; `nil` to all who come later.
  func claim() -> Completion? {
    completion.withLock { completion in
      defer { completion = nil }
      return completion
    }
  }
}
