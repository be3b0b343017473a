import CProcessor
import KernelInterface

// Register tiles as in the dense convolution, of which this is the case without taps, bias and activation: probes in
// the place of pixels, templates in that of output channels.
#if KERNELS_AVX512
  private let fullHeight = 12
  private let widestTile = 2
#elseif KERNELS_AVX2 || arch(arm64)
  private let fullHeight = 6
  private let widestTile = 1
#else
  private let fullHeight = 3
  private let widestTile = 1
#endif

extension Kernels {
  public var probesPerTile: Int { fullHeight }

  public func score(_ task: TemplateProduct, blocks: Range<Int>) {
    var block = blocks.lowerBound
    while block < blocks.upperBound {
      let isWide = widestTile == 2 && block + 1 < blocks.upperBound
      let panel = Panel(
        task: task, templates: task.templates + block * task.dimensions * channelsPerBlock,
        output: task.output + (block - blocks.lowerBound) * channelsPerBlock)
      if isWide { panel.compute(Two.self) } else { panel.compute(One.self) }
      block += isWide ? 2 : 1
    }
  }

  public func firstBlock(
    of scores: UnsafePointer<Float>, reaching threshold: Float, blocks: Range<Int>
  ) -> Int {
    let wanted = ChannelBlock(repeating: threshold)
    for block in blocks where anyLane(load(scores + block * channelsPerBlock) .>= wanted) { return block }
    return blocks.upperBound
  }
}

/// One or two blocks of templates, which stay in the nearest cache while all probes pass.
private struct Panel {
  let task: TemplateProduct
  let templates: UnsafePointer<Float>
  let output: UnsafeMutablePointer<Float>

  @inline(__always)
  func compute<Width: Extent>(_ width: Width.Type) {
    let tiling = task.tiling
    for tile in 0..<tiling.fullTiles {
      if fullHeight == 12 {
        compute(tile, Twelve.self, width)
      } else if fullHeight == 6 {
        compute(tile, Six.self, width)
      } else {
        compute(tile, Three.self, width)
      }
    }
    switch tiling.lastHeight {
    case 1: compute(tiling.fullTiles, One.self, width)
    case 2: compute(tiling.fullTiles, Two.self, width)
    case 3: compute(tiling.fullTiles, Three.self, width)
    case 4: compute(tiling.fullTiles, Four.self, width)
    case 6: compute(tiling.fullTiles, Six.self, width)
    case 8: compute(tiling.fullTiles, Eight.self, width)
    case 12: compute(tiling.fullTiles, Twelve.self, width)
    default: break
    }
  }

  private func compute<Height: Extent, Width: Extent>(
    _ tile: Int, _ height: Height.Type, _ width: Width.Type
  ) {
    let dimensions = task.dimensions
    var probes = task.probes + tile * task.tiling.height * dimensions
    var templates = templates
    var left = AccumulatorColumn(.zero)
    var right = AccumulatorColumn(.zero)
    let ahead = Width.value * dimensions * channelsPerBlock
    for _ in 0..<dimensions {
      // The panel that comes next, which the processor's own prefetching finds too late.
      facelatch_prefetch(templates + ahead)
      if Width.value == 2 { facelatch_prefetch(templates + ahead + dimensions * channelsPerBlock) }
      addOuterProduct(
        &left, &right, weights: templates, rightOffset: dimensions * channelsPerBlock, input: probes,
        pixelStride: 1, height: Height.value, width: Width.value)
      templates += channelsPerBlock
      probes += Height.value
    }
    let target = output + tile * task.tiling.height * task.outputStride
    left.write(to: target, stride: task.outputStride, height)
    if Width.value == 2 {
      right.write(to: target + channelsPerBlock, stride: task.outputStride, height)
    }
  }
}
