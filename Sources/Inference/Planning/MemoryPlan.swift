/// The place of a buffer in a memory plan.
struct BufferID: Hashable, Sendable {
  let index: Int
}

/// Lays buffers that are alive at different times over each other in one arena.
struct MemoryPlan {
  private struct Buffer {
    let byteCount: Int
    var firstStep = Int.max
    var lastStep = -1
    var offset = 0
  }

  private var buffers: [Buffer] = []

  /// Bytes of the arena, known after `place()`.
  private(set) var arenaByteCount = 0

  mutating func makeBuffer(byteCount: Int) -> BufferID {
    let lines = (byteCount + AlignedBuffer.alignment - 1) / AlignedBuffer.alignment
    buffers.append(Buffer(byteCount: max(1, lines) * AlignedBuffer.alignment))
    return BufferID(index: buffers.count - 1)
  }

  /// Notes that a step reads or writes the buffer.
  mutating func use(_ id: BufferID, at step: Int) {
    buffers[id.index].firstStep = min(buffers[id.index].firstStep, step)
    buffers[id.index].lastStep = max(buffers[id.index].lastStep, step)
  }

  func offset(of id: BufferID) -> Int { buffers[id.index].offset }

  /// Gives every used buffer its offset: largest first, each at the lowest place that no buffer alive at the same
  /// time covers.
  mutating func place() {
    let order = buffers.indices.filter { buffers[$0].lastStep >= 0 }
      .sorted { (buffers[$1].byteCount, $0) < (buffers[$0].byteCount, $1) }
    var placed: [Int] = []
    for index in order {
      let buffer = buffers[index]
      let rivals = placed.map { buffers[$0] }
        .filter { $0.firstStep <= buffer.lastStep && buffer.firstStep <= $0.lastStep }
        .sorted { $0.offset < $1.offset }
      var offset = 0
      for rival in rivals {
        if offset + buffer.byteCount <= rival.offset { break }
        offset = max(offset, rival.offset + rival.byteCount)
      }
      buffers[index].offset = offset
      arenaByteCount = max(arenaByteCount, offset + buffer.byteCount)
      placed.append(index)
    }
  }
}
