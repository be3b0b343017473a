import Dispatch

/// Runs the evaluations of one context on a thread of their own.
///
/// The threads that Swift shares among tasks are few. A program that blocks them all, as code does that waits
/// for a reply inside a task, would wait for ever for an evaluation that never gets one. A serial queue
/// always gets a thread.
final class EvaluationExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "LocalAuthentication.evaluation", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
