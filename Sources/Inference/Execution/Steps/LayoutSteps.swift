import TensorKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// Blocks to row-major N×H×W×C: what a transposition of a convolution's result asks for.
  static func unblockTransposed(
    _ shape: BlockedShape, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) -> () -> Void {
    {
      for image in 0..<shape.images {
        for block in 0..<shape.blocks {
          let first = block * channelsPerBlock
          let present = min(channelsPerBlock, shape.channels - first)
          var from = source + image * shape.imageFloats + block * shape.pixels * channelsPerBlock
          var to = target + image * shape.pixels * shape.channels + first
          for _ in 0..<shape.pixels {
            for lane in 0..<present { to[lane] = from[lane] }
            from += channelsPerBlock
            to += shape.channels
          }
        }
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
