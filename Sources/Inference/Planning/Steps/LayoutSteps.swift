import Platform
import TensorKernels

/// Moves of an activation between layouts: no arithmetic, only copies.
enum LayoutSteps {
  /// Row-major N×C×H×W to blocks.
  static func block(
    _ shape: BlockedShape, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>,
    _ machine: Machine
  ) -> () -> Void {
    perBlock(shape, machine) { kernels, image, blocks in
      kernels.block(
        input: source + image * shape.channels * shape.pixels, output: target + image * shape.imageFloats,
        channels: shape.channels, pixels: shape.pixels, blocks: blocks)
    }
  }

  /// Blocks to row-major N×C×H×W.
  static func unblock(
    _ shape: BlockedShape, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>,
    _ machine: Machine
  ) -> () -> Void {
    perBlock(shape, machine) { kernels, image, blocks in
      kernels.unblock(
        input: source + image * shape.imageFloats, output: target + image * shape.channels * shape.pixels,
        channels: shape.channels, pixels: shape.pixels, blocks: blocks)
    }
  }

  private static func perBlock(
    _ shape: BlockedShape, _ machine: Machine, _ body: @escaping (any KernelSet, Int, Range<Int>) -> Void
  ) -> () -> Void {
    let partition = Partition(
      count: shape.images * shape.blocks, smallest: 1, threads: machine.threads(floats: shape.floats))
    let (kernels, pool) = (machine.kernels, machine.pool)
    return {
      pool.forEachPart(partition.partCount) { part in
        for index in partition.range(part) {
          let block = index % shape.blocks
          body(kernels, index / shape.blocks, block..<block + 1)
        }
      }
    }
  }

  /// Some channels of blocks to row-major N×C×H×W.
  static func unblock(
    _ shape: BlockedShape, channels: Range<Int>, from source: UnsafePointer<Float>,
    to target: UnsafeMutablePointer<Float>
  ) -> () -> Void {
    {
      var to = target
      for image in 0..<shape.images {
        for channel in channels {
          let (block, lane) = channel.quotientAndRemainder(dividingBy: channelsPerBlock)
          let from = source + image * shape.imageFloats + block * shape.pixels * channelsPerBlock + lane
          for pixel in 0..<shape.pixels { to[pixel] = from[pixel &* channelsPerBlock] }
          to += shape.pixels
        }
      }
    }
  }

  /// Some channels of blocks to row-major N×H×W×C: what a transposition of a convolution's result asks for.
  static func unblockTransposed(
    _ shape: BlockedShape, channels: Range<Int>, from source: UnsafePointer<Float>,
    to target: UnsafeMutablePointer<Float>
  ) -> () -> Void {
    {
      var to = target
      for image in 0..<shape.images {
        var channel = channels.lowerBound
        while channel < channels.upperBound {
          let (block, lane) = channel.quotientAndRemainder(dividingBy: channelsPerBlock)
          let present = min(channelsPerBlock - lane, channels.upperBound - channel)
          var from = source + image * shape.imageFloats + block * shape.pixels * channelsPerBlock + lane
          var pixelTarget = to + (channel - channels.lowerBound)
          for _ in 0..<shape.pixels {
            for index in 0..<present { pixelTarget[index] = from[index] }
            from += channelsPerBlock
            pixelTarget += channels.count
          }
          channel += present
        }
        to += shape.pixels * channels.count
      }
    }
  }

  /// Repeats every pixel `factorHeight` × `factorWidth` times.
  static func repeatPixels(
    _ shape: BlockedShape, factorHeight: Int, factorWidth: Int,
    from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ machine: Machine
  ) -> () -> Void {
    let pool = machine.pool
    let partition = Partition(
      count: shape.images * shape.blocks, smallest: 1, threads: machine.threads(floats: shape.floats))
    let outputRowFloats = shape.width * factorWidth * channelsPerBlock
    return {
      pool.forEachPart(partition.partCount) { part in
        for index in partition.range(part) {
          for row in 0..<shape.height {
            let from = source + (index * shape.pixels + row * shape.width) * channelsPerBlock
            let first = target + (index * shape.height + row) * factorHeight * outputRowFloats
            var to = UnsafeMutableRawPointer(first)
            for column in 0..<shape.width {
              let pixel = UnsafeRawPointer(from + column * channelsPerBlock).loadUnaligned(
                as: ChannelBlock.self)
              for _ in 0..<factorWidth {
                to.storeBytes(of: pixel, as: ChannelBlock.self)
                to += MemoryLayout<ChannelBlock>.stride
              }
            }
            for copy in 1..<max(1, factorHeight) {
              memcpy(
                first + copy * outputRowFloats, first, outputRowFloats * MemoryLayout<Float>.stride)
            }
          }
        }
      }
    }
  }
}
