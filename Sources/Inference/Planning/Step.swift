import TensorKernels
import Workers

/// Where the buffers of a plan lie once the arena is allocated.
struct Addresses {
  let arena: UnsafeMutableRawPointer
  let plan: MemoryPlan

  func floats(_ id: BufferID) -> UnsafeMutablePointer<Float> {
    raw(id).assumingMemoryBound(to: Float.self)
  }

  func raw(_ id: BufferID) -> UnsafeMutableRawPointer {
    arena + plan.offset(of: id)
  }
}

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

/// One kernel call of a plan.
struct Step {
  /// The node that the step computes, for profiles and error messages.
  let name: String
  let reads: [BufferID]
  /// Results, and scratch memory that nobody reads afterwards.
  let writes: [BufferID]
  /// Makes the call for an allocated arena; everything that can be prepared is, so that a run allocates nothing.
  let bind: (Addresses, Machine) -> () -> Void
}

/// A kernel with one input, an optional residual that is added to its result, and one output.
protocol KernelStep {
  /// Prepares the call.
  func bind(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, residual: UnsafePointer<Float>?,
    machine: Machine
  ) -> () -> Void
}

/// Splits `count` units into parts of at least `smallest` units, a few per thread.
struct Partition {
  let count: Int
  let partCount: Int
  private let size: Int

  /// Parts per thread: enough that a thread that was interrupted does not hold up the others for long.
  private static let partsPerThread = 4

  init(count: Int, smallest: Int, threads: Int) {
    let wanted = threads == 1 ? 1 : threads * Partition.partsPerThread
    let even = (count + wanted - 1) / wanted
    let smallest = max(1, smallest)
    size = max(1, (max(even, smallest) + smallest - 1) / smallest * smallest)
    self.count = count
    partCount = (count + size - 1) / size
  }

  init(count: Int, size: Int) {
    self.count = count
    self.size = max(1, size)
    partCount = (count + self.size - 1) / self.size
  }

  func range(_ part: Int) -> Range<Int> {
    part * size..<min(count, (part + 1) * size)
  }
}
