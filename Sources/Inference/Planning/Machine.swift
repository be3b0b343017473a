import TensorKernels
import Workers

/// What the steps of one session compute with.
struct Machine {
  let kernels: any KernelSet
  let pool: WorkerPool

  /// Waking the other threads costs some microseconds, as much as this many multiply-adds.
  private static let leastSharedWork = 1 << 19
  /// Moving this many floats takes as long.
  private static let leastSharedMove = 1 << 17

  /// Threads that are worth sharing so many multiply-adds.
  func threads(multiplyAdds: Int) -> Int {
    multiplyAdds < Machine.leastSharedWork ? 1 : pool.threadCount
  }

  /// Threads that are worth sharing a move or an operation on so many floats.
  func threads(floats: Int) -> Int {
    floats < Machine.leastSharedMove ? 1 : pool.threadCount
  }
}
