import CProcessor
import KernelInterface

/// sum + left · right, in one rounding where the instruction set can.
///
/// Without the instruction, a fused multiply-add is a library call per lane.
@_transparent
func multiplyAdd(_ sum: ChannelBlock, _ left: ChannelBlock, _ right: ChannelBlock) -> ChannelBlock {
  #if KERNELS_AVX2 || KERNELS_AVX512 || arch(arm64)
    facelatch_fused16(left, right, sum)
  #else
    sum + left * right
  #endif
}

/// The lanes below zero replaced by those of `negative`.
@_transparent
func rectified(_ value: ChannelBlock, _ negative: ChannelBlock) -> ChannelBlock {
  value.replacing(with: negative, where: value .< ChannelBlock.zero)
}

@_transparent
func limited(_ value: ChannelBlock, _ lower: Float, _ upper: Float) -> ChannelBlock {
  value.replacing(with: ChannelBlock(repeating: lower), where: value .< ChannelBlock(repeating: lower))
    .replacing(with: ChannelBlock(repeating: upper), where: value .> ChannelBlock(repeating: upper))
}

// Through typed pointers: the raw loads and stores of the standard library stay calls in long functions, and a call
// moves every sum out of its register.

@_transparent
func load(_ pointer: UnsafePointer<Float>) -> ChannelBlock {
  UnsafeRawPointer(pointer).assumingMemoryBound(to: ChannelBlock.self).pointee
}

@_transparent
func store(_ value: ChannelBlock, _ pointer: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: ChannelBlock.self).pointee = value
}

/// The epilogue of one output block, its per-channel operands in registers.
struct BlockEpilogue {
  let activation: Epilogue.Activation
  let bias: ChannelBlock
  let slopes: ChannelBlock
  let lower: Float
  let upper: Float

  @_transparent
  init(_ epilogue: Epilogue, block: Int) {
    activation = epilogue.activation
    bias = load(epilogue.bias + block * channelsPerBlock)
    slopes = activation == .parametricRectifier ? load(epilogue.slopes + block * channelsPerBlock) : .zero
    lower = epilogue.lower
    upper = epilogue.upper
  }

  @_transparent
  func activate(_ value: ChannelBlock) -> ChannelBlock {
    switch activation {
    case .identity: value
    case .rectifier: rectified(value, .zero)
    case .parametricRectifier: rectified(value, value * slopes)
    case .clip: limited(value, lower, upper)
    }
  }
}

/// Whether a lane of a comparison is true.
///
/// Folded by hand: the library's reductions of a vector are calls where the compiler does not inline them.
@inline(__always)
func anyLane(_ mask: SIMDMask<ChannelBlock.MaskStorage>) -> Bool {
  let lanes = unsafeBitCast(mask, to: SIMD8<UInt64>.self)
  let four = lanes.lowHalf | lanes.highHalf
  let two = four.lowHalf | four.highHalf
  return (two[0] | two[1]) != 0
}
