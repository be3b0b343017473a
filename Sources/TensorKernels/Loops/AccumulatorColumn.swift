import KernelInterface

/// Up to twelve running sums of one output block: a column of the register tile.
///
/// The members are spelled out because only then do they live in registers; `height` is a literal at every call, so
/// the rows past it disappear.
struct AccumulatorColumn {
  var s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11: ChannelBlock

  @inline(__always)
  init(_ start: ChannelBlock) {
    (s0, s1, s2, s3, s4, s5) = (start, start, start, start, start, start)
    (s6, s7, s8, s9, s10, s11) = (start, start, start, start, start, start)
  }

  /// Adds the outer product of one weight block with the inputs of `height` pixels.
  @inline(__always)
  mutating func add(_ weight: ChannelBlock, _ input: UnsafePointer<Float>, pixelStride p: Int, height: Int) {
    s0 = multiplyAdd(s0, weight, ChannelBlock(repeating: input[0]))
    if height > 1 { s1 = multiplyAdd(s1, weight, ChannelBlock(repeating: input[p])) }
    if height > 2 { s2 = multiplyAdd(s2, weight, ChannelBlock(repeating: input[2 * p])) }
    if height > 3 { s3 = multiplyAdd(s3, weight, ChannelBlock(repeating: input[3 * p])) }
    if height > 4 { s4 = multiplyAdd(s4, weight, ChannelBlock(repeating: input[4 * p])) }
    if height > 5 { s5 = multiplyAdd(s5, weight, ChannelBlock(repeating: input[5 * p])) }
    if height > 6 { s6 = multiplyAdd(s6, weight, ChannelBlock(repeating: input[6 * p])) }
    if height > 7 { s7 = multiplyAdd(s7, weight, ChannelBlock(repeating: input[7 * p])) }
    if height > 8 { s8 = multiplyAdd(s8, weight, ChannelBlock(repeating: input[8 * p])) }
    if height > 9 { s9 = multiplyAdd(s9, weight, ChannelBlock(repeating: input[9 * p])) }
    if height > 10 { s10 = multiplyAdd(s10, weight, ChannelBlock(repeating: input[10 * p])) }
    if height > 11 { s11 = multiplyAdd(s11, weight, ChannelBlock(repeating: input[11 * p])) }
  }

  /// Calls `body` with each of the first `height` sums and its pixel.
  @inline(__always)
  func forEach(height: Int, _ body: (Int, ChannelBlock) -> Void) {
    body(0, s0)
    if height > 1 { body(1, s1) }
    if height > 2 { body(2, s2) }
    if height > 3 { body(3, s3) }
    if height > 4 { body(4, s4) }
    if height > 5 { body(5, s5) }
    if height > 6 { body(6, s6) }
    if height > 7 { body(7, s7) }
    if height > 8 { body(8, s8) }
    if height > 9 { body(9, s9) }
    if height > 10 { body(10, s10) }
    if height > 11 { body(11, s11) }
  }

  /// Activates the sums and stores them as neighbouring pixels.
  @inline(__always)
  func store(
    to output: UnsafeMutablePointer<Float>, residual: UnsafePointer<Float>?, epilogue: BlockEpilogue, height: Int
  ) {
    if let residual {
      forEach(height: height) { pixel, sum in
        let offset = pixel * channelsPerBlock
        write(epilogue.activate(sum + load(residual + offset)), output + offset)
      }
    } else {
      forEach(height: height) { pixel, sum in
        write(epilogue.activate(sum), output + pixel * channelsPerBlock)
      }
    }
  }
}

@inline(__always)
private func write(_ value: ChannelBlock, _ pointer: UnsafeMutablePointer<Float>) {
  store(value, pointer)
}
