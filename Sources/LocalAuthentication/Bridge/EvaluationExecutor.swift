import Dispatch

/// Runs evaluations on threads of its own.
///
/// Swift's own pool has as many threads as the machine has cores. A program that blocks them all, as older code under
/// `Task` does when it waits for a reply, would wait for ever for an evaluation that never gets one.
final class EvaluationExecutor: TaskExecutor {
  static let shared = EvaluationExecutor()

  private let queue = DispatchQueue(
    label: "LocalAuthentication.evaluation", qos: .userInitiated, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
