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
    to output: UnsafeMutablePointer<Float>, residual: UnsafePointer<Float>?, epilogue: BlockEpilogue,
    height: Int
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

/// Adds the outer products of one or two weight blocks with the inputs of `height` pixels.
///
/// Pixel by pixel, so that one broadcast input serves both columns and is gone before the next.
@inline(__always)
func addOuterProduct(
  _ left: inout AccumulatorColumn, _ right: inout AccumulatorColumn, weights: UnsafePointer<Float>,
  rightOffset: Int, input: UnsafePointer<Float>, pixelStride: Int, height: Int, width: Int
) {
  let leftWeight = load(weights)
  let rightWeight = width == 2 ? load(weights + rightOffset) : .zero

  @inline(__always)
  func pixel(_ index: Int, _ left: inout ChannelBlock, _ right: inout ChannelBlock) {
    let value = ChannelBlock(repeating: input[index * pixelStride])
    left = multiplyAdd(left, leftWeight, value)
    if width == 2 { right = multiplyAdd(right, rightWeight, value) }
  }

  pixel(0, &left.s0, &right.s0)
  if height > 1 { pixel(1, &left.s1, &right.s1) }
  if height > 2 { pixel(2, &left.s2, &right.s2) }
  if height > 3 { pixel(3, &left.s3, &right.s3) }
  if height > 4 { pixel(4, &left.s4, &right.s4) }
  if height > 5 { pixel(5, &left.s5, &right.s5) }
  if height > 6 { pixel(6, &left.s6, &right.s6) }
  if height > 7 { pixel(7, &left.s7, &right.s7) }
  if height > 8 { pixel(8, &left.s8, &right.s8) }
  if height > 9 { pixel(9, &left.s9, &right.s9) }
  if height > 10 { pixel(10, &left.s10, &right.s10) }
  if height > 11 { pixel(11, &left.s11, &right.s11) }
}
