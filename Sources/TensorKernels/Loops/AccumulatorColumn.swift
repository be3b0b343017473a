import KernelInterface

/// Up to twelve running sums of one output block: a column of the register tile.
///
/// The members are spelled out because only then do they live in registers; `height` is a literal at every call, so
/// the rows past it disappear.
struct AccumulatorColumn {
  var s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11: ChannelBlock

  @_transparent
  init(_ start: ChannelBlock) {
    (s0, s1, s2, s3, s4, s5) = (start, start, start, start, start, start)
    (s6, s7, s8, s9, s10, s11) = (start, start, start, start, start, start)
  }

  /// Activates all sums; what becomes of those that are not stored disappears.
  @_transparent
  mutating func activate(_ epilogue: BlockEpilogue) {
    switch epilogue.activation {
    case .identity: break
    case .rectifier:
      (s0, s1, s2, s3) = (
        rectified(s0, .zero), rectified(s1, .zero), rectified(s2, .zero), rectified(s3, .zero)
      )
      (s4, s5, s6, s7) = (
        rectified(s4, .zero), rectified(s5, .zero), rectified(s6, .zero), rectified(s7, .zero)
      )
      (s8, s9, s10, s11) = (
        rectified(s8, .zero), rectified(s9, .zero), rectified(s10, .zero), rectified(s11, .zero)
      )
    case .parametricRectifier:
      let slopes = epilogue.slopes
      (s0, s1, s2, s3) = (
        rectified(s0, s0 * slopes), rectified(s1, s1 * slopes), rectified(s2, s2 * slopes),
        rectified(s3, s3 * slopes)
      )
      (s4, s5, s6, s7) = (
        rectified(s4, s4 * slopes), rectified(s5, s5 * slopes), rectified(s6, s6 * slopes),
        rectified(s7, s7 * slopes)
      )
      (s8, s9, s10, s11) = (
        rectified(s8, s8 * slopes), rectified(s9, s9 * slopes), rectified(s10, s10 * slopes),
        rectified(s11, s11 * slopes)
      )
    case .clip:
      let (lower, upper) = (epilogue.lower, epilogue.upper)
      (s0, s1, s2, s3) = (
        limited(s0, lower, upper), limited(s1, lower, upper), limited(s2, lower, upper),
        limited(s3, lower, upper)
      )
      (s4, s5, s6, s7) = (
        limited(s4, lower, upper), limited(s5, lower, upper), limited(s6, lower, upper),
        limited(s7, lower, upper)
      )
      (s8, s9, s10, s11) = (
        limited(s8, lower, upper), limited(s9, lower, upper), limited(s10, lower, upper),
        limited(s11, lower, upper)
      )
    }
  }

  /// Adds neighbouring pixels to the first `Height` sums.
  @_transparent
  mutating func add<Height: Extent>(_ pixels: UnsafePointer<Float>, _ height: Height.Type) {
    s0 += load(pixels)
    if Height.value > 1 { s1 += load(pixels + channelsPerBlock) }
    if Height.value > 2 { s2 += load(pixels + 2 * channelsPerBlock) }
    if Height.value > 3 { s3 += load(pixels + 3 * channelsPerBlock) }
    if Height.value > 4 { s4 += load(pixels + 4 * channelsPerBlock) }
    if Height.value > 5 { s5 += load(pixels + 5 * channelsPerBlock) }
    if Height.value > 6 { s6 += load(pixels + 6 * channelsPerBlock) }
    if Height.value > 7 { s7 += load(pixels + 7 * channelsPerBlock) }
    if Height.value > 8 { s8 += load(pixels + 8 * channelsPerBlock) }
    if Height.value > 9 { s9 += load(pixels + 9 * channelsPerBlock) }
    if Height.value > 10 { s10 += load(pixels + 10 * channelsPerBlock) }
    if Height.value > 11 { s11 += load(pixels + 11 * channelsPerBlock) }
  }

  /// Stores the first `Height` sums as pixels that lie `stride` floats apart.
  @_transparent
  func write<Height: Extent>(
    to pixels: UnsafeMutablePointer<Float>, stride: Int = channelsPerBlock, _ height: Height.Type
  ) {
    store(s0, pixels)
    if Height.value > 1 { store(s1, pixels + stride) }
    if Height.value > 2 { store(s2, pixels + 2 * stride) }
    if Height.value > 3 { store(s3, pixels + 3 * stride) }
    if Height.value > 4 { store(s4, pixels + 4 * stride) }
    if Height.value > 5 { store(s5, pixels + 5 * stride) }
    if Height.value > 6 { store(s6, pixels + 6 * stride) }
    if Height.value > 7 { store(s7, pixels + 7 * stride) }
    if Height.value > 8 { store(s8, pixels + 8 * stride) }
    if Height.value > 9 { store(s9, pixels + 9 * stride) }
    if Height.value > 10 { store(s10, pixels + 10 * stride) }
    if Height.value > 11 { store(s11, pixels + 11 * stride) }
  }
}

/// Adds the outer products of one or two weight blocks with the inputs of `height` pixels.
///
/// Pixel by pixel, so that one broadcast input serves both columns and is gone before the next.
@_transparent
func addOuterProduct(
  _ left: inout AccumulatorColumn, _ right: inout AccumulatorColumn, weights: UnsafePointer<Float>,
  rightOffset: Int, input: UnsafePointer<Float>, pixelStride: Int, height: Int, width: Int
) {
  let leftWeight = load(weights)
  let rightWeight = width == 2 ? load(weights + rightOffset) : .zero

  @_transparent
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
