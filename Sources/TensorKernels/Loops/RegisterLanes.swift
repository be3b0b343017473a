import CProcessor
import KernelInterface

#if KERNELS_AVX512
  /// As many channels as one register holds: here a whole block.
  typealias RegisterLanes = ChannelBlock
#else
  #if KERNELS_AVX2
    /// As many channels as one register holds.
    typealias RegisterLanes = SIMD8<Float>
  #else
    /// As many channels as one register holds.
    typealias RegisterLanes = SIMD4<Float>
  #endif

  // The same as for a whole block, spelled out because the operations of a generic vector run lane by lane.

  @_transparent
  func multiplyAdd(_ sum: RegisterLanes, _ left: RegisterLanes, _ right: RegisterLanes) -> RegisterLanes {
    #if KERNELS_AVX2
      facelatch_fused8(left, right, sum)
    #elseif arch(arm64)
      facelatch_fused4(left, right, sum)
    #else
      sum + left * right
    #endif
  }

  @_transparent
  func rectified(_ value: RegisterLanes, _ negative: RegisterLanes) -> RegisterLanes {
    value.replacing(with: negative, where: value .< RegisterLanes.zero)
  }

  @_transparent
  func limited(_ value: RegisterLanes, _ lower: Float, _ upper: Float) -> RegisterLanes {
    value.replacing(with: RegisterLanes(repeating: lower), where: value .< RegisterLanes(repeating: lower))
      .replacing(with: RegisterLanes(repeating: upper), where: value .> RegisterLanes(repeating: upper))
  }
#endif

@_transparent
func lanes(_ pointer: UnsafePointer<Float>) -> RegisterLanes {
  UnsafeRawPointer(pointer).assumingMemoryBound(to: RegisterLanes.self).pointee
}

/// The epilogue of the channels of one register.
struct LaneEpilogue {
  let activation: Epilogue.Activation
  let bias: RegisterLanes
  let slopes: RegisterLanes
  let lower: Float
  let upper: Float

  /// - Parameter channel: The first of the channels.
  @_transparent
  init(_ epilogue: Epilogue, channel: Int) {
    activation = epilogue.activation
    bias = lanes(epilogue.bias + channel)
    slopes =
      activation == .parametricRectifier
      ? lanes(epilogue.slopes + channel) : .zero
    lower = epilogue.lower
    upper = epilogue.upper
  }
}
