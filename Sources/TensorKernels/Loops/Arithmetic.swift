import KernelInterface

/// sum + left · right, in one rounding where the instruction set can.
///
/// Without the instruction, a fused multiply-add is a library call per lane.
@inline(__always)
func multiplyAdd(_ sum: ChannelBlock, _ left: ChannelBlock, _ right: ChannelBlock) -> ChannelBlock {
  #if KERNELS_AVX2 || KERNELS_AVX512 || arch(arm64)
    sum.addingProduct(left, right)
  #else
    sum + left * right
  #endif
}

@inline(__always)
func load(_ pointer: UnsafePointer<Float>) -> ChannelBlock {
  UnsafeRawPointer(pointer).loadUnaligned(as: ChannelBlock.self)
}

@inline(__always)
func store(_ value: ChannelBlock, _ pointer: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: ChannelBlock.self)
}

/// The epilogue of one output block, its per-channel operands in registers.
struct BlockEpilogue {
  let activation: Epilogue.Activation
  let bias: ChannelBlock
  let slopes: ChannelBlock
  let lower: ChannelBlock
  let upper: ChannelBlock

  @inline(__always)
  init(_ epilogue: Epilogue, block: Int) {
    activation = epilogue.activation
    bias = load(epilogue.bias + block * channelsPerBlock)
    slopes = activation == .parametricRectifier ? load(epilogue.slopes + block * channelsPerBlock) : .zero
    lower = ChannelBlock(repeating: epilogue.lower)
    upper = ChannelBlock(repeating: epilogue.upper)
  }

  @inline(__always)
  func activate(_ value: ChannelBlock) -> ChannelBlock {
    switch activation {
    case .identity: value
    case .rectifier: value.replacing(with: ChannelBlock.zero, where: value .< ChannelBlock.zero)
    case .parametricRectifier: value.replacing(with: value * slopes, where: value .< ChannelBlock.zero)
    case .clip:
      value.replacing(with: lower, where: value .< lower).replacing(with: upper, where: value .> upper)
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
