import KernelInterface

extension Kernels {
  public func finish(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, pixels: Int, blocks: Range<Int>,
    epilogue: Epilogue
  ) {
    for block in blocks {
      let own = BlockEpilogue(epilogue, block: block)
      let start = block * pixels * channelsPerBlock
      for pixel in 0..<pixels {
        let offset = start + pixel * channelsPerBlock
        var value = load(input + offset) + own.bias
        if let residual = epilogue.residual { value += load(residual + offset) }
        store(own.activate(value), output + offset)
      }
    }
  }

  public func block(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, channels: Int, pixels: Int,
    blocks: Range<Int>
  ) {
    for block in blocks {
      let target = output + block * pixels * channelsPerBlock
      let source = input + block * channelsPerBlock * pixels
      let present = min(channelsPerBlock, channels - block * channelsPerBlock)
      for pixel in 0..<pixels {
        for lane in 0..<present { target[pixel * channelsPerBlock + lane] = source[lane * pixels + pixel] }
        for lane in present..<channelsPerBlock { target[pixel * channelsPerBlock + lane] = 0 }
      }
    }
  }

  public func unblock(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, channels: Int, pixels: Int,
    blocks: Range<Int>
  ) {
    for block in blocks {
      let source = input + block * pixels * channelsPerBlock
      let target = output + block * channelsPerBlock * pixels
      let present = min(channelsPerBlock, channels - block * channelsPerBlock)
      for lane in 0..<present {
        for pixel in 0..<pixels { target[lane * pixels + pixel] = source[pixel * channelsPerBlock + lane] }
      }
    }
  }
}
