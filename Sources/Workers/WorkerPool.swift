import CProcessor
import Platform
import Synchronization

/// Threads that share the parts of one task, then wait for the next.
///
/// The calling thread takes parts too. Waiting threads look for work for some microseconds before they sleep, because
/// the next step of a network usually follows at once. One thread at a time may hand out a task.
public final class WorkerPool: @unchecked Sendable {
  /// Threads that work on a task, the caller included.
  public let threadCount: Int

  private typealias Body = (Int) -> Void

  /// What the workers see of the current task; written only while no worker is in it.
  private struct Task {
    var body: UnsafePointer<Body>?
    var partCount = 0
  }

  private var task = Task()
  private let nextPart = Atomic<Int>(0)
  private let busyWorkers = Atomic<Int>(0)
  private let generation = Atomic<Int>(0)
  private let isStopping = Atomic<Bool>(false)
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let wake: UnsafeMutablePointer<pthread_cond_t>
  private var threads: [pthread_t] = []

  /// Looks at the generation before a waiting thread sleeps: one or two hundred microseconds, longer than the steps
  /// between two shared ones and than waking up takes.
  private static let spins = 8_000

  /// Starts the threads; they end with the pool.
  ///
  /// - Parameter threadCount: Threads that share a task, the caller included.
  public init(threadCount: Int) {
    self.threadCount = max(1, threadCount)
    mutex = .allocate(capacity: 1)
    wake = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    wake.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(wake, nil)
    for _ in 1..<max(1, self.threadCount) {
      let argument = Unmanaged.passUnretained(self).toOpaque()
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { argument in
          if let argument { Unmanaged<WorkerPool>.fromOpaque(argument).takeUnretainedValue().serve() }
          return nil
        }, argument)
      // A system that is out of threads leaves fewer workers, not a failure.
      if status == 0 { threads.append(thread) }
    }
  }

  deinit {
    isStopping.store(true, ordering: .releasing)
    publishGeneration()
    for thread in threads { pthread_join(thread, nil) }
    pthread_cond_destroy(wake)
    pthread_mutex_destroy(mutex)
    wake.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` once for every part in 0..<`partCount`, on all threads, and returns when all are done.
  public func forEachPart(_ partCount: Int, _ body: (Int) -> Void) {
    guard partCount > 1, !threads.isEmpty else {
      for part in 0..<max(0, partCount) { body(part) }
      return
    }
    withoutActuallyEscaping(body) { escapable in
      withUnsafePointer(to: escapable) { pointer in
        task = Task(body: pointer, partCount: partCount)
        nextPart.store(0, ordering: .relaxed)
        busyWorkers.store(threads.count, ordering: .releasing)
        publishGeneration()
        takeParts()
        var spin = 0
        while busyWorkers.load(ordering: .acquiring) > 0 {
          spin += 1
          facelatch_spin_hint()
          // On a crowded machine the worker may be waiting for this very core.
          if spin > WorkerPool.spins { sched_yield() }
        }
      }
    }
  }

  private func publishGeneration() {
    pthread_mutex_lock(mutex)
    generation.add(1, ordering: .releasing)
    pthread_cond_broadcast(wake)
    pthread_mutex_unlock(mutex)
  }

  private func takeParts() {
    guard let body = task.body else { return }
    while true {
      let part = nextPart.add(1, ordering: .relaxed).oldValue
      if part >= task.partCount { return }
      body.pointee(part)
    }
  }

  private func serve() {
    var seen = 0
    while true {
      var spin = 0
      while generation.load(ordering: .acquiring) == seen, spin < WorkerPool.spins {
        spin += 1
        facelatch_spin_hint()
      }
      if generation.load(ordering: .acquiring) == seen {
        pthread_mutex_lock(mutex)
        while generation.load(ordering: .acquiring) == seen { pthread_cond_wait(wake, mutex) }
        pthread_mutex_unlock(mutex)
      }
      seen += 1
      if isStopping.load(ordering: .acquiring) { return }
      takeParts()
      busyWorkers.subtract(1, ordering: .acquiringAndReleasing)
    }
  }
}
