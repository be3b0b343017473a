import CProcessor
import KernelInterface

extension Kernels {
  public func multiply(_ task: QuantizedProduct, rows: Range<Int>, blocks: Range<Int>) {
    for block in blocks {
      let epilogue = BlockEpilogue(task.epilogue, block: block)
      for row in rows {
        let offset = (block * task.rowCount + row) * channelsPerBlock
        var sum = epilogue.bias + product(task, block: block, input: task.input + row * task.depth)
        if let residual = task.epilogue.residual { sum += load(residual + offset) }
        store(epilogue.activate(sum), task.output + offset)
      }
    }
  }

  /// Four running sums per block of the depth hide the latency of the addition.
  @_transparent
  private func product(_ task: QuantizedProduct, block: Int, input: UnsafePointer<Float>) -> ChannelBlock {
    var weights = task.weights + block * task.depth * channelsPerBlock
    let blocksOfDepth = (task.depth + task.blockSize - 1) / task.blockSize
    var scales = task.scales + block * blocksOfDepth * channelsPerBlock
    var zeroPoints = task.zeroPoints + block * blocksOfDepth * channelsPerBlock
    var total = ChannelBlock.zero
    var start = 0
    while start < task.depth {
      let end = min(start + task.blockSize, task.depth)
      let zero = load(zeroPoints)
      var (s0, s1) = (ChannelBlock.zero, ChannelBlock.zero)
      var (s2, s3) = (ChannelBlock.zero, ChannelBlock.zero)
      var index = start
      while index + 4 <= end {
        s0 = multiplyAdd(s0, floats(weights) - zero, ChannelBlock(repeating: input[index]))
        s1 = multiplyAdd(s1, floats(weights + 16) - zero, ChannelBlock(repeating: input[index + 1]))
        s2 = multiplyAdd(s2, floats(weights + 32) - zero, ChannelBlock(repeating: input[index + 2]))
        s3 = multiplyAdd(s3, floats(weights + 48) - zero, ChannelBlock(repeating: input[index + 3]))
        weights += 4 * channelsPerBlock
        index += 4
      }
      while index < end {
        s0 = multiplyAdd(s0, floats(weights) - zero, ChannelBlock(repeating: input[index]))
        weights += channelsPerBlock
        index += 1
      }
      total = multiplyAdd(total, load(scales), (s0 + s1) + (s2 + s3))
      scales += channelsPerBlock
      zeroPoints += channelsPerBlock
      start = end
    }
    return total
  }

  @_transparent
  private func floats(_ bytes: UnsafePointer<Int8>) -> ChannelBlock {
    facelatch_floats16(UnsafeRawPointer(bytes).assumingMemoryBound(to: SIMD16<Int8>.self).pointee)
  }
}
