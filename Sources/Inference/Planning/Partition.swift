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
