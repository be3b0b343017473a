import Synchronization

/// One evaluation from its call to its answer. However many parties try to end it, the first one does.
final class Evaluation: Sendable {
  typealias Completion = @Sendable (Result<Grant, LAError>) -> Void

  /// Greater for every later call in this process.
  let ticket: UInt64

  private let completion: Mutex<Completion?>
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(ticket: UInt64, completion: @escaping Completion) {
    self.ticket = ticket
    self.completion = Mutex(completion)
  }

  /// Whether nobody has ended it yet.
  var isOpen: Bool {
    completion.withLock { $0 != nil }
  }

  /// The right to answer, given once; nil to all who come later.
  func claim() -> Completion? {
    completion.withLock { completion in
      defer { completion = nil }
      return completion
    }
  }

  /// Keeps the work to be stopped when the evaluation ends early.
  func started(_ work: Task<Void, Never>) {
    task.withLock { $0 = work }
    if !isOpen { work.cancel() }
  }

  /// Tells the engine to stop, if it still works.
  func stop() {
    task.withLock { $0 }?.cancel()
  }
}
